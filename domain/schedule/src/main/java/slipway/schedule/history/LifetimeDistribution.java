package slipway.schedule.history;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * How long the workloads of one kind lived. Newer ones count more. Where little was seen, the wider kind above speaks
 * in its place.
 */
final class LifetimeDistribution {

    /** What is taken for the chance to end within an age when nothing at all was seen. */
    private static final double PRIOR_HAZARD = 0.1;

    /**
     * Something new is given a chance: while none of its own kind has reached an age below an hour, it is taken to end
     * in it at least so often. A team whose last work was long would else keep its first short one waiting for ever.
     */
    private static final double NEW_HAZARD = 0.05;

    private static final double NEW_UNTIL = 3_600;

    private final Optional<LifetimeDistribution> broader;
    private final double decay;
    private final double[] reached = new double[AgeBuckets.COUNT];
    private final double[] ended = new double[AgeBuckets.COUNT];

    /** Of those that ended in an age, the sum of how long they lived, in seconds. */
    private final double[] livedSeconds = new double[AgeBuckets.COUNT];

    private double[] expected = new double[0];
    private int finished;

    /** Who waits and is told when this changes its rank. */
    final Set<ActiveRun> pendingRuns = new LinkedHashSet<>();

    /** What they were last told. */
    double[] announced = new double[0];

    /**
     * @param memory about so many of the last ones count
     */
    LifetimeDistribution(Optional<LifetimeDistribution> wider, int memory) {
        this.broader = wider;
        this.decay = 1 - 1.0 / memory;
    }

    /** One more reached this age and lived on. */
    void recordSurvival(int age) {
        decayAndCount(age);
        broader.ifPresent(above -> above.recordSurvival(age));
    }

    /** One more lived so long. */
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

    /** How many have ended; also those that hardly count any more, for it says whether there is something to go by. */
    int finished() {
        return finished;
    }

    Optional<LifetimeDistribution> broader() {
        return broader;
    }

    /** The chance that one who reached an age ends in it. */
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

    /** The seconds that are left on average to one who has just reached each age. */
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

    /** Forgets what was worked out, because a wider kind has seen more. */
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

    /** Within an age they end around their mean: as far to both sides as the age has room for. */
    private double interpolate(int age, double part) {
        double start = AgeBuckets.start(age);
        double middle = Math.clamp(meanLifetime(age), start, start + AgeBuckets.length(age));
        double room = Math.min(middle - start, start + AgeBuckets.length(age) - middle);
        return middle + (2 * part - 1) * room;
    }

    /** How long those lived on average that ended in this age. */
    private double meanLifetime(int age) {
        if (ended[age] > 0) {
            return livedSeconds[age] / ended[age];
        }
        return broader.map(above -> above.meanLifetime(age))
                .orElse(AgeBuckets.start(age) + AgeBuckets.length(age) / 2);
    }
}
