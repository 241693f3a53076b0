package slipway.plan.money;

import java.util.Optional;
import java.util.OptionalLong;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * An offer of accelerators of one type.
 *
 * @param provider the provider that sends the invoice; {@code own} for own hardware
 * @param region the region in the catalog: {@code any}, {@code cheapest}, {@code typical} or the provider's own name
 * @param machine name of the machine type; empty where accelerators are sold by number
 * @param perMachine accelerators of one machine, which is rented as a whole
 * @param network bytes per second of one accelerator to other machines, in one direction; empty when unknown
 */
public record Offer(
        String provider,
        String region,
        PricingTerms terms,
        Optional<String> machine,
        String type,
        int perMachine,
        Optional<Bytes> network,
        QuotedPrice price) {

    /**
     * The price of an offer.
     *
     * @param perHour price of one accelerator
     * @param ageDays age of the price in days; empty for own hardware, whose cost the team knows
     * @param note source and age of the price, as text
     * @param refusal the reason why the offer is never chosen automatically; empty when there is none
     */
    public record QuotedPrice(
            Estimate<Money> perHour, OptionalLong ageDays, String note, Optional<Refusal> refusal) {

        /**
         * @param discount 0.3 is 30 % off
         */
        private QuotedPrice less(double discount) {
            return new QuotedPrice(
                    perHour.map(it -> IntervalArithmetic.times(it, 1 - discount)),
                    ageDays,
                    note + ", less " + Format.percent(discount),
                    refusal);
        }
    }

    /** The reason why an offer is shown but not chosen. */
    public record Refusal(boolean doubted, String reason) {}

    public Offer {
        if (perMachine < 1 || price.perHour.low().isNegative()) {
            throw new IllegalArgumentException(
                    "An offer has accelerators and a price: " + price.note);
        }
    }

    /** The number of machines that this many accelerators need. */
    public int machines(int accelerators) {
        return Math.ceilDiv(accelerators, perMachine);
    }

    /** Accelerators that are billed for this many: machines are rented as a whole. */
    public int billedAccelerators(int accelerators) {
        return Math.multiplyExact(machines(accelerators), perMachine);
    }

    /** {@code aws p5.48xlarge, spot}. */
    public String name() {
        return machine.map(it -> provider + " " + it).orElse(provider) + ", " + terms.word();
    }

    /**
     * The same machines under a commitment with a discount.
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
                network,
                price.less(discount));
    }

    /**
     * Whether this offer dominates another: same terms, machines of the same size, a network that is no slower, and a
     * price that is no higher, expected or at worst.
     */
    boolean beats(Offer other) {
        return terms == other.terms
                && perMachine == other.perMachine
                && networkSpeed() >= other.networkSpeed()
                && price.perHour.value().compareTo(other.price.perHour.value()) <= 0
                && price.perHour.high().compareTo(other.price.perHour.high()) <= 0;
    }

    private long networkSpeed() {
        return network.map(Bytes::count).orElse(0L);
    }
}
