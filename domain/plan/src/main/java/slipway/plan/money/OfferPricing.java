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
import slipway.plan.money.Bill.Category;
import slipway.plan.money.Bill.Line;

/** Computes costs from offers: of a run and of its data, and against own hardware. */
public final class OfferPricing {

    private static final double MONTH = 730.5;

    /** A hundred years, in months. */
    private static final double MAX_MONTHS = 1_200;

    private OfferPricing() {}

    /** The bill of accelerators for a time; machines are billed as a whole. */
    public static Bill bill(Offer offer, int accelerators, Estimate<Duration> time) {
        int paid = offer.billedAccelerators(accelerators);
        Estimate<Double> hours = time.map(it -> paid * IntervalArithmetic.hours(it));
        String what = Format.accelerators(paid, offer.type()) + ": " + offer.price().note();
        return new Bill(
                List.of(
                        new Line(
                                Category.ACCELERATORS,
                                IntervalArithmetic.times(offer.price().perHour(), hours),
                                what)));
    }

    /** The cost of hours of one accelerator. */
    public static Money cost(Money perHour, double hours) {
        return IntervalArithmetic.times(perHour, hours);
    }

    /** The cost of an uncertain number of hours at an uncertain price. */
    public static Estimate<Money> cost(Estimate<Money> perHour, Estimate<Double> hours) {
        return IntervalArithmetic.times(perHour, hours);
    }

    /**
     * Data at a storage tier for a time.
     *
     * @param written bytes written meanwhile
     * @param egress bytes that leave the provider
     */
    public record StoredBytes(
            Bytes stored, Duration time, Bytes written, Bytes read, Bytes egress) {}

    /** Lines for storage, requests and egress; empty where the tier is free. */
    public static List<Line> storageLines(StorageTier tier, StoredBytes data, Instant now) {
        return new StorageCost(tier, now).lines(data);
    }

    /**
     * The break-even of own hardware and an offer.
     *
     * @param utilization utilization above which own hardware is cheaper; never if above 1
     * @param months months until it has paid for itself at the stated utilization; empty if it does not within its
     *     years
     */
    public record BreakEven(Estimate<Double> utilization, Optional<Estimate<Double>> months) {}

    /**
     * Rented accelerators cost money while in use, own ones always.
     *
     * @param utilization the utilization: share of the hours in use
     */
    public static BreakEven breakEven(OwnHardware own, Offer offer, double utilization) {
        if (!(utilization > 0 && utilization <= 1)) {
            throw new IllegalArgumentException(
                    "A share in use is above 0 and at most 1: " + utilization);
        }
        Money perHour = own.perHour().perGpuHour();
        Estimate<Money> rent = offer.price().perHour();
        var ground = new Ground(Source.DECLARED, "own hardware " + own.name());
        var utilisation =
                new Estimate<>(
                                IntervalArithmetic.ratio(perHour, rent.value()),
                                IntervalArithmetic.ratio(perHour, rent.high()),
                                IntervalArithmetic.ratio(perHour, rent.low()),
                                rent.grounds())
                        .withGround(ground);
        double years = own.purchase().years();
        double worst = months(own, rent.low(), utilization);
        double best = months(own, rent.high(), utilization);
        double probable = months(own, rent.value(), utilization);
        return new BreakEven(
                utilisation,
                probable > years * 12
                        ? Optional.empty()
                        : Optional.of(
                                new Estimate<>(probable, best, worst, rent.grounds())
                                        .withGround(ground)));
    }

    /** Months until the saved rent equals the purchase price; the later resale value is ignored. */
    private static double months(OwnHardware own, Money rent, double utilization) {
        double running =
                own.lines().stream()
                        .filter(line -> !line.what().equals(OwnHardware.AMORTIZATION))
                        .mapToDouble(line -> line.perHour().millionths())
                        .sum();
        double saved = (rent.millionths() * utilization - running) * MONTH;
        return saved <= 0
                ? MAX_MONTHS
                : Math.min(MAX_MONTHS, own.purchase().price().millionths() / saved);
    }
}
