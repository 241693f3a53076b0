package slipway.schedule.history;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The lifetimes of similar workloads, recent ones weighted more. Where few were observed, the broader distribution
 * fills in.
 */
final class LifetimeDistribution {

    /** The hazard of an age bucket without any observation. */
    private static final double PRIOR_HAZARD = 0.1;

    /**
     * The minimum hazard of new workloads: while no similar one has reached an age below an hour, this is the chance to
     * end in it. Else a team whose last jobs were long would keep its first short one waiting for ever.
     */
    private static final double NEW_HAZARD = 0.05;

    private static final double NEW_UNTIL = 3_600;

    private final Optional<LifetimeDistribution> broader;
    private final double decay;
    private final double[] reached = new double[AgeBuckets.COUNT];
    private final double[] ended = new double[AgeBuckets.COUNT];

    /** The total lifetime of the workloads that ended in each bucket, in seconds. */
    private final double[] livedSeconds = new double[AgeBuckets.COUNT];

    private double[] expected = new double[0];
    private int finished;

    /** Pending runs, which are notified when this changes their rank. */
    final Set<ActiveRun> pendingRuns = new LinkedHashSet<>();

    /** The expected remainders that were announced last. */
    double[] announced = new double[0];

    /** @param memory about how many of the latest workloads count */
    LifetimeDistribution(Optional<LifetimeDistribution> wider, int memory) {
        this.broader = wider;
        this.decay = 1 - 1.0 / memory;
    }

    /** Records a workload that reached this age and lived on. */
    void recordSurvival(int age) {
        decayAndCount(age);
        broader.ifPresent(above -> above.recordSurvival(age));
    }

    /** Records a workload that lived this long. */
    void ended(double seconds) {
        int age = AgeBuckets.bucketOf(seconds);
        decayAndCount(age);
        ended[age]++;
        livedSeconds[age] += seconds;
        finished++;
        broader.ifPresent(above -> above.ended(seconds));
    }

    private void decayAndCount(int age) {
        reached[age] = reached[age] * decay + 1;
        ended[age] *= decay;
        livedSeconds[age] *= decay;
        expected = new double[0];
    }

    /** How many have ended, unweighted: it decides whether there is enough evidence. */
    int finished() {
        return finished;
    }

    Optional<LifetimeDistribution> broader() {
        return broader;
    }

    /** The chance that a workload that reached an age ends in it (discrete hazard). */
    private double hazard(int age) {
        if (age == AgeBuckets.COUNT - 1) {
            return 1;
        }
        double above = broader.map(each -> each.hazard(age)).orElse(PRIOR_HAZARD);
        double here = (ended[age] + above) / (reached[age] + 1);
        boolean unseen =
                broader.isPresent() && reached[age] < 0.5 && AgeBuckets.start(age) < NEW_UNTIL;
        return unseen ? Math.max(NEW_HAZARD, here) : here;
    }

    /** The expected remaining seconds of a workload that has just reached each age. */
    double[] expected() {
        if (expected.length == 0) {
            double[] remaining = new double[AgeBuckets.COUNT];
            double after = 0;
            for (int age = AgeBuckets.COUNT - 1; age >= 0; age--) {
                double hazard = hazard(age);
                after = AgeBuckets.length(age) * (1 - hazard / 2) + (1 - hazard) * after;
                remaining[age] = after;
            }
            expected = remaining;
        }
        return expected;
    }

    /** Clears cached values after the broader distribution has changed. */
    void refresh() {
        expected = new double[0];
    }

    /** The age, in seconds, by which this part of them has ended. */
    double quantile(double part) {
        double alive = 1;
        for (int age = 0; age < AgeBuckets.COUNT; age++) {
            double after = alive * (1 - hazard(age));
            if (1 - after >= part) {
                double within = (part - (1 - alive)) / Math.max(1e-12, alive - after);
                return interpolate(age, Math.clamp(within, 0, 1));
            }
            alive = after;
        }
        return AgeBuckets.start(AgeBuckets.COUNT);
    }

    /** Within a bucket lifetimes are spread evenly around their mean, as far as the bucket allows on both sides. */
    private double interpolate(int age, double part) {
        double start = AgeBuckets.start(age);
        double middle = Math.clamp(meanLifetime(age), start, start + AgeBuckets.length(age));
        double halfWidth = Math.min(middle - start, start + AgeBuckets.length(age) - middle);
        return middle + (2 * part - 1) * halfWidth;
    }

    /** The mean lifetime of the workloads that ended in this bucket. */
    private double meanLifetime(int age) {
        if (ended[age] > 0) {
            return livedSeconds[age] / ended[age];
        }
        return broader.map(above -> above.meanLifetime(age))
                .orElse(AgeBuckets.start(age) + AgeBuckets.length(age) / 2);
    }
}
