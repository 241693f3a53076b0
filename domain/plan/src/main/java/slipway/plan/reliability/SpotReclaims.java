package slipway.plan.reliability;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

/**
 * How often a provider reclaims a spot machine. No provider publishes it: AWS names bands of 5 to 20 % per month for
 * machines with accelerators, operators of gangs report hours. The interval covers both.
 */
final class SpotReclaims {

    private static final double PER_DAY = 0.04;

    /** 5 % per month. */
    private static final double MIN_PER_DAY = 0.0017;

    private static final double MAX_PER_DAY = 1;

    private SpotReclaims() {}

    /** Reclaims per day of a number of machines; a gang needs all of them. */
    static Estimate<Double> perDay(int machines) {
        var ground =
                machines == 0
                        ? new Ground(Source.DECLARED, "spot: none")
                        : new Ground(
                                Source.ASSUMED,
                                "spot: a machine is taken between once in 20 months, as aws tells, and"
                                        + " once a day, as others saw");
        return new Estimate<>(
                machines * PER_DAY,
                machines * MIN_PER_DAY,
                machines * MAX_PER_DAY,
                List.of(ground));
    }
}
