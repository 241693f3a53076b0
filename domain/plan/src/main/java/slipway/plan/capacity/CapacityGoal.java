package slipway.plan.capacity;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Money;
import slipway.plan.money.OfferFilter;

/**
 * A demand, the existing capacity, and the horizon of the plan.
 *
 * @param type accelerator type
 * @param owned accelerators that exist
 * @param target the highest mean utilization
 * @param months months to look ahead
 */
public record CapacityGoal(
        String type,
        int owned,
        Demand demand,
        DemandGrowth growth,
        double target,
        int months,
        Orders orders) {

    /** The longest horizon: beyond it other accelerators are sold. */
    public static final int MAX_MONTHS = 120;

    /** The most accelerators that can be planned with. */
    public static final int MAX_ACCELERATORS = 1_000_000;

    public CapacityGoal {
        if (owned < 0 || owned > MAX_ACCELERATORS) {
            throw new IllegalArgumentException("Accelerators that exist: " + owned);
        }
        if (months < 1 || months > MAX_MONTHS || !(target > 0 && target <= 1)) {
            throw new IllegalArgumentException(
                    "Months from 1 to %d: %d".formatted(MAX_MONTHS, months));
        }
    }

    /**
     * How accelerators are added.
     *
     * @param perMachine accelerators of one ordered machine
     * @param leadTime lead time from an order until it works
     * @param coverMonths months that an order covers from the first month of need
     * @param budget budget for all that is added
     */
    public record Orders(
            int perMachine,
            Duration leadTime,
            int coverMonths,
            OfferFilter offers,
            Optional<Money> budget) {

        public Orders {
            if (perMachine < 1 || coverMonths < 1 || leadTime.isNegative()) {
                throw new IllegalArgumentException(
                        "An order has machines and covers months: " + perMachine);
            }
        }
    }

    /**
     * Accelerators in use today.
     *
     * @param average mean of a month; empty where only the peak is known
     * @param peak accelerators in use at the peak
     */
    public record Demand(Optional<Double> average, Optional<Double> peak) {

        public Demand {
            if (average.isEmpty() && peak.isEmpty()) {
                throw new IllegalArgumentException("A demand has an average or a peak");
            }
        }

        /** The mean, else the peak. */
        public double busyAccelerators() {
            return average.or(() -> peak).orElseThrow();
        }

        /** The exact number of accelerators that the target requires. */
        double needed(double target) {
            return Math.max(average.orElse(0.0) / target, peak.orElse(0.0));
        }
    }

    /** The first month, counted from today, whose demand exceeds what can be planned; empty if none does. */
    public static Optional<Integer> firstUnplannableMonth(
            Demand demand, DemandGrowth demandGrowth, double target, int months) {
        double needed = demand.needed(target);
        for (int month = 0; month <= months; month++) {
            if (!(demandGrowth.after(month, needed).high() <= MAX_ACCELERATORS)) {
                return Optional.of(month);
            }
        }
        return Optional.empty();
    }
}
