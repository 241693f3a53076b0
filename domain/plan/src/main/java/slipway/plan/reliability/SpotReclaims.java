package slipway.plan.reliability;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

/**
 * How often a provider takes a spot machine back. Nobody publishes it: aws tells bands of 5 to 20 % in a month for
 * machines with accelerators, people who ran gangs of them tell of hours. It lies between, and may be either.
 */
final class SpotReclaims {

    private static final double PER_DAY = 0.04;

    /** Five of a hundred in a month. */
    private static final double LEAST = 0.0017;

    private static final double MOST = 1;

    private SpotReclaims() {}

    /** In a day, of so many machines; a gang goes on only when it has all of them. */
    static Estimate<Double> taken(int machines) {
        var ground =
                machines == 0
                        ? new Ground(Source.DECLARED, "spot: none")
                        : new Ground(
                                Source.ASSUMED,
                                "spot: a machine is taken between once in 20 months, as aws tells, and"
                                        + " once a day, as others saw");
        return new Estimate<>(
                machines * PER_DAY, machines * LEAST, machines * MOST, List.of(ground));
    }
}
