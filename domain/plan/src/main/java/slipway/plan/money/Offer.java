package slipway.plan.money;

import java.util.Optional;
import java.util.OptionalLong;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * Accelerators of one type as somebody offers them.
 *
 * @param provider who sends the invoice; {@code own} for hardware of one's own
 * @param region as in the catalog: {@code any}, {@code cheapest}, {@code typical} or the provider's own name
 * @param machine empty where accelerators are sold by number
 * @param perMachine so many are taken together: a fourth part of a machine costs as much as the whole
 * @param perHour for one accelerator
 * @param age in days, since somebody listed the price; empty for own hardware, whose costs the team itself knows
 * @param network bytes a second that one accelerator has to other machines, in one direction; empty when not known
 * @param note where the price comes from and how old it is, in words
 * @param refused why nothing is chosen because of it by itself; empty when nothing speaks against it
 */
public record Offer(
        String provider,
        String region,
        PricingTerms terms,
        Optional<String> machine,
        String type,
        int perMachine,
        Estimate<Money> perHour,
        OptionalLong age,
        Optional<Bytes> network,
        String note,
        Optional<Refusal> refused) {

    /** Why an offer is shown and not chosen. */
    public record Refusal(boolean doubted, String because) {}

    public Offer {
        if (perMachine < 1 || perHour.low().isNegative()) {
            throw new IllegalArgumentException("An offer is for something: " + note);
        }
    }

    /** The machines that hold so many accelerators. */
    public int machines(int accelerators) {
        return Math.ceilDiv(accelerators, perMachine);
    }

    /** So many are paid for by whoever needs this many: machines are let as a whole. */
    public int paidFor(int accelerators) {
        return Math.multiplyExact(machines(accelerators), perMachine);
    }

    /** {@code aws p5.48xlarge, spot}. */
    public String name() {
        return machine.map(it -> provider + " " + it).orElse(provider) + ", " + terms.word();
    }

    /**
     * The same machines under a commitment that takes so much off.
     *
     * @param discount 0.3 is 30 % off
     */
    public Offer reserved(double discount) {
        return new Offer(
                provider,
                region,
                PricingTerms.RESERVED,
                machine,
                type,
                perMachine,
                perHour.map(it -> IntervalArithmetic.times(it, 1 - discount)),
                age,
                network,
                note + ", less " + Format.percent(discount),
                refused);
    }

    /**
     * Whether nobody would take the other for its price: this one is on the same terms, in machines of the same size,
     * with a network that is no slower, and costs no more, neither probably nor at worst.
     */
    boolean beats(Offer other) {
        return terms == other.terms
                && perMachine == other.perMachine
                && speed() >= other.speed()
                && perHour.value().compareTo(other.perHour.value()) <= 0
                && perHour.high().compareTo(other.perHour.high()) <= 0;
    }

    private long speed() {
        return network.map(Bytes::count).orElse(0L);
    }
}
