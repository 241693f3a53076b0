package slipway.plan.capacity;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Money;
import slipway.plan.money.OfferFilter;

/**
 * A demand, what there is for it, and how far somebody looks ahead.
 *
 * @param type of the accelerators
 * @param have so many are there
 * @param perMachine so many are added together
 * @param target the share of what is there that may be busy on average
 * @param months so many are looked at after today
 * @param lead from an order until it works
 * @param cover an order suffices for so many months from the first in which it is needed
 * @param budget for all that is added within these months
 */
public record CapacityGoal(
        String type,
        int have,
        int perMachine,
        Demand demand,
        DemandGrowth growth,
        double target,
        int months,
        Duration lead,
        int cover,
        OfferFilter choice,
        Optional<Money> budget) {

    /** Nobody plans for longer: by then other accelerators are sold. */
    public static final int LONGEST = 120;

    /** A million: nobody has so many, and whatever grows beyond has left what can be planned. */
    public static final int MOST = 1_000_000;

    public CapacityGoal {
        if (have < 0 || have > MOST || perMachine < 1 || cover < 1 || lead.isNegative()) {
            throw new IllegalArgumentException("Accelerators are there, or added: " + have);
        }
        if (months < 1 || months > LONGEST || !(target > 0 && target <= 1)) {
            throw new IllegalArgumentException(
                    "Months from 1 to %d: %d".formatted(LONGEST, months));
        }
    }

    /**
     * Accelerators that are busy today.
     *
     * @param average over a month; nothing where only the busiest is known
     * @param peak at the busiest
     */
    public record Demand(Optional<Double> average, Optional<Double> peak) {

        public Demand {
            if (average.isEmpty() && peak.isEmpty()) {
                throw new IllegalArgumentException("A demand has an average or a peak");
            }
        }

        /** What the table follows. */
        public double busy() {
            return average.or(() -> peak).orElseThrow();
        }

        /** So many are to be there, as an exact number. */
        double needed(double target) {
            return Math.max(average.orElse(0.0) / target, peak.orElse(0.0));
        }
    }

    /** The first month, counted from today, in which growth needs more than can be planned; empty if none does. */
    public static Optional<Integer> beyond(
            Demand demand, DemandGrowth demandGrowth, double target, int months) {
        double needed = demand.needed(target);
        for (int month = 0; month <= months; month++) {
            if (!(demandGrowth.after(month, needed).high() <= MOST)) {
                return Optional.of(month);
            }
        }
        return Optional.empty();
    }
}
