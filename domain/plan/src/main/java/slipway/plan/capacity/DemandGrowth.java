package slipway.plan.capacity;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;

/**
 * By how much a demand changes from one month to the next.
 *
 * @param perMonth 0.08 is 8 % more; -1 is that nothing is left
 */
public record DemandGrowth(Estimate<Double> perMonth) {

    public DemandGrowth {
        if (!(perMonth.low() >= -1 && Double.isFinite(perMonth.high()))) {
            throw new IllegalArgumentException("Nothing shrinks by more than all: " + perMonth);
        }
    }

    /** Whether somebody gave, or a history left, more than one number. */
    public boolean isRange() {
        return perMonth.low() < perMonth.high();
    }

    /** What is there after so many months. */
    Estimate<Double> after(int months, double today) {
        return perMonth.map(it -> today * Math.pow(1 + it, months));
    }

    /** The one of three courses that this growth has throughout. */
    DemandGrowth only(double rate) {
        return new DemandGrowth(new Estimate<>(rate, rate, rate, perMonth.grounds()));
    }

    List<Ground> restsOn() {
        return perMonth.grounds();
    }
}
