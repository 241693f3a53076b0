package slipway.plan.reliability;

/**
 * Goodput: the share of the time that is useful work when failures come at random with a constant rate. All times are
 * in seconds.
 *
 * <p>A run works, then saves, which blocks it, then works on; some time later the save is durable. A failure returns it
 * to the last durable checkpoint after a wait for machines, in which nothing can fail, and a load, in which it can fail
 * again. From one durable checkpoint to the next, without failure, it takes {@code T = work + blocking}. After a
 * failure it takes {@code T + durableDelay}, since the copy has to be repeated. With the failure rate {@code r}, a
 * phase that takes {@code t} without failure and restarts after each takes {@code k (e^(r t) - 1)} on average, where
 * {@code k = e^(r load) (1/r + wait)} is the cost of a failure. Combined, {@code work} takes
 * {@code k e^(r durableDelay) (e^(r T) - 1)} on average: a background write counts like a load. Nothing here is an
 * approximation; GoodputTest simulates it.
 *
 * @param withRate failures per second
 * @param restartWait from a failure until the run has machines again
 * @param loadTime loading the checkpoint after that
 * @param blocking how long one checkpoint blocks the accelerators
 * @param durableDelay how much later the checkpoint is durable; 0 when it blocks until it is written
 */
record Goodput(
        double withRate,
        double restartWait,
        double loadTime,
        double blocking,
        double durableDelay) {

    private static final int MAX_NEWTON_STEPS = 200;

    Goodput {
        for (double it : new double[] {withRate, restartWait, loadTime, blocking, durableDelay}) {
            if (!(it >= 0 && it < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("Rates and times are 0 or more: " + it);
            }
        }
    }

    Goodput withRate(double other) {
        return new Goodput(other, restartWait, loadTime, blocking, durableDelay);
    }

    /** Goodput with a save after this much work. */
    double goodput(double work) {
        return withRate == 0 ? work / (work + blocking) : work / expected(work);
    }

    /** The goodput with infinitely fast storage: a failure costs only the wait. */
    double ceiling() {
        return 1 / (1 + withRate * restartWait);
    }

    /** Goodput without checkpoints: each failure restarts all of the work. */
    double unsavedGoodput(double work) {
        return withRate == 0 ? 1 : new Goodput(withRate, restartWait, loadTime, 0, 0).goodput(work);
    }

    /** Shares of the time, which add up to 1. */
    Shares shares(double work) {
        if (withRate == 0) {
            return new Shares(goodput(work), 1 - goodput(work), 0, 0);
        }
        double expected = expected(work);
        double running = 1 / (withRate * costPerFailure());
        double saving = blocking / expected;
        double useful = work / expected;
        return new Shares(useful, saving, Math.max(0, running - saving - useful), 1 - running);
    }

    /**
     * @param redone work that is lost and repeated
     * @param downtime waiting for machines, and loading
     */
    record Shares(double useful, double saving, double redone, double downtime) {}

    /**
     * The optimal work between saves: where {@code 1 - r work = e^(-r (work + blocking))}. A background copy must end
     * before the next one begins, so it is never less than that takes.
     */
    double bestInterval() {
        double least = Math.max(0, durableDelay - blocking);
        if (withRate == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double saving = withRate * blocking;
        double x = 1; // beyond the root, from where Newton's steps only come nearer
        for (int i = 0; i < MAX_NEWTON_STEPS; i++) {
            double step = (-Math.expm1(-x - saving) - x) / -Math.expm1(-x - saving);
            // Since the derivative is -(1 - e^-(x + saving)), which is the same number.
            x = Math.max(0, x + step);
            if (Math.abs(step) < 1e-15 * x) {
                break;
            }
        }
        return Math.max(least, x / withRate);
    }

    /** Young's rule (1974): accurate while a save is short compared with the time between failures. */
    double young() {
        return Math.sqrt(2 * blocking / withRate);
    }

    /** Daly's rule (2006), of higher order: accurate up to a save of twice the time between failures. */
    double daly() {
        double mean = 1 / withRate;
        double ratio = blocking / (2 * mean);
        return ratio >= 1
                ? mean
                : Math.sqrt(2 * blocking * mean) * (1 + Math.sqrt(ratio) / 3 + ratio / 9)
                        - blocking;
    }

    /** The expected time from one durable checkpoint to the next. */
    private double expected(double work) {
        return costPerFailure()
                * Math.exp(withRate * durableDelay)
                * Math.expm1(withRate * (work + blocking));
    }

    /** The mean time between failures plus the cost of each. */
    private double costPerFailure() {
        return Math.exp(withRate * loadTime) * (1 / withRate + restartWait);
    }
}
