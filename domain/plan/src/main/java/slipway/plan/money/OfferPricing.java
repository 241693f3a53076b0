package slipway.plan.money;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.OwnHardware;
import slipway.catalog.StorageTier;
import slipway.plan.money.Bill.Line;
import slipway.plan.money.Bill.What;

/** Turns offers into amounts: for a run, for tokens, for requests, and against hardware of one's own. */
public final class OfferPricing {

    private static final double MONTH = 730.5;
    private static final double MILLION = 1e6;
    private static final double HOUR = 3_600;

    /** A hundred years, in months. */
    private static final double NEVER = 1_200;

    private OfferPricing() {}

    /** Accelerators for some time; machines are paid for as a whole. */
    public static Bill bill(Offer offer, int accelerators, Estimate<Duration> time) {
        int paid = offer.paidFor(accelerators);
        Estimate<Double> hours = time.map(it -> paid * IntervalArithmetic.hours(it));
        String what = Format.accelerators(paid, offer.type()) + ": " + offer.note();
        return new Bill(
                List.of(
                        new Line(
                                What.ACCELERATORS,
                                IntervalArithmetic.times(offer.perHour(), hours),
                                what)));
    }

    /** So many hours of one accelerator at a price. */
    public static Money hours(Money perHour, double hours) {
        return IntervalArithmetic.times(perHour, hours);
    }

    /** The same where neither is known exactly. */
    public static Estimate<Money> hours(Estimate<Money> perHour, Estimate<Double> hours) {
        return IntervalArithmetic.times(perHour, hours);
    }

    /**
     * What lies at a tier for some time.
     *
     * @param written all that goes in meanwhile
     * @param leaving what of it leaves the provider
     */
    public record Kept(Bytes bytes, Duration time, Bytes written, Bytes read, Bytes leaving) {}

    /** Each a line of its own: storage, requests, egress. Empty where the tier costs nothing by itself. */
    public static List<Line> storing(StorageTier tier, Kept kept, Instant now) {
        return new StorageCost(tier, now).lines(kept);
    }

    /**
     * What a million tokens cost.
     *
     * @param perSecond tokens of all these accelerators together
     */
    public static Estimate<Money> perMillionTokens(
            Offer offer, int accelerators, Estimate<Double> perSecond) {
        int paid = offer.paidFor(accelerators);
        Estimate<Double> hours =
                new Estimate<>(
                        paid * MILLION / perSecond.value() / HOUR,
                        paid * MILLION / perSecond.high() / HOUR,
                        paid * MILLION / perSecond.low() / HOUR,
                        perSecond.grounds());
        return IntervalArithmetic.times(offer.perHour(), hours);
    }

    /** What a thousand inferences of so many tokens cost. */
    public static Estimate<Money> perThousandInferences(
            Estimate<Money> perMillionTokens, double tokens) {
        return perMillionTokens.map(it -> IntervalArithmetic.times(it, tokens * 1_000 / MILLION));
    }

    /**
     * When own hardware is cheaper than an offer.
     *
     * @param utilisation the share of the hours in use from which on it is; above 1 it never is
     * @param months after so many it has paid for itself at the share asked about; empty when it never does within its
     *     years
     */
    public record BreakEven(Estimate<Double> utilisation, Optional<Estimate<Double>> months) {}

    /**
     * Rented accelerators are paid for while in use, own ones always.
     *
     * @param used the share of the hours in which they would be in use
     */
    public static BreakEven breakEven(OwnHardware own, Offer offer, double used) {
        if (!(used > 0 && used <= 1)) {
            throw new IllegalArgumentException("A share in use is above 0 and at most 1: " + used);
        }
        Money perHour = own.perHour().perGpuHour();
        Estimate<Money> rent = offer.perHour();
        var ground = new Ground(Source.DECLARED, "own hardware " + own.name());
        var utilisation =
                new Estimate<>(
                                IntervalArithmetic.ratio(perHour, rent.value()),
                                IntervalArithmetic.ratio(perHour, rent.high()),
                                IntervalArithmetic.ratio(perHour, rent.low()),
                                rent.grounds())
                        .withGround(ground);
        double years = own.years();
        double worst = months(own, rent.low(), used);
        double best = months(own, rent.high(), used);
        double probable = months(own, rent.value(), used);
        return new BreakEven(
                utilisation,
                probable > years * 12
                        ? Optional.empty()
                        : Optional.of(
                                new Estimate<>(probable, best, worst, rent.grounds())
                                        .withGround(ground)));
    }

    /** Until what was saved on rent equals what was paid at first; what it is sold for comes later, and is left out. */
    private static double months(OwnHardware own, Money rent, double used) {
        double running =
                own.lines().stream()
                        .filter(line -> !line.what().equals(OwnHardware.AMORTIZATION))
                        .mapToDouble(line -> line.perHour().millionths())
                        .sum();
        double saved = (rent.millionths() * used - running) * MONTH;
        return saved <= 0 ? NEVER : Math.min(NEVER, own.purchase().millionths() / saved);
    }
}
