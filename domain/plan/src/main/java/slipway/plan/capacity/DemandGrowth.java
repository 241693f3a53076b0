package slipway.plan.capacity;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;

/**
 * The growth of a demand from month to month.
 *
 * @param perMonth 0.08 is 8 % more; -1 means that no demand remains
 */
public record DemandGrowth(Estimate<Double> perMonth) {

    public DemandGrowth {
        if (!(perMonth.low() >= -1 && Double.isFinite(perMonth.high()))) {
            throw new IllegalArgumentException("Nothing shrinks by more than all: " + perMonth);
        }
    }

    /** Whether the growth is a range. */
    public boolean isRange() {
        return perMonth.low() < perMonth.high();
    }

    /** The demand after a number of months. */
    Estimate<Double> after(int months, double today) {
        return perMonth.map(it -> today * Math.pow(1 + it, months));
    }

    /** The same growth at one rate. */
    DemandGrowth atRate(double rate) {
        return new DemandGrowth(new Estimate<>(rate, rate, rate, perMonth.grounds()));
    }

    List<Ground> restsOn() {
        return perMonth.grounds();
    }
}
