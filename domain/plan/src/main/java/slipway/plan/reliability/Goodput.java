package slipway.plan.reliability;

/**
 * The share of the time in which a run gets on, when failures come at random and at a constant rate. All times are in
 * seconds.
 *
 * <p>A run works for a while and then saves, which blocks it; then it works on, and after some more time what it saved
 * is durable. A failure throws it back to the last durable checkpoint, after waiting for a place, during which nothing
 * can fail, and loading, during which it can fail again. From one moment of durability to the next, without failure,
 * it takes {@code T = work + blocks}. After a failure it takes {@code T + durable}, since the copy has to be made once
 * more. With the failure rate {@code r} the expected time of anything that takes {@code t} without failure and begins
 * anew after each is {@code k (e^(r t) - 1)}, where {@code k = e^(r load) (1/r + wait)} holds what a failure costs by
 * itself. Put together, {@code work} takes {@code k e^(r durable) (e^(r T) - 1)} on average: what is written in the
 * background counts like loading. Nothing here is an approximation; GoodputTest plays it out.
 *
 * @param rate failures in a second
 * @param waits from a failure until the run has its place again
 * @param loads until it works again after that
 * @param blocks how long one checkpoint keeps the accelerators waiting
 * @param durable how much later nothing can take it; 0 when it blocks until it is written
 */
record Goodput(double rate, double waits, double loads, double blocks, double durable) {

    private static final int ENOUGH = 200;

    Goodput {
        for (double it : new double[] {rate, waits, loads, blocks, durable}) {
            if (!(it >= 0 && it < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("Rates and times are 0 or more: " + it);
            }
        }
    }

    Goodput rate(double other) {
        return new Goodput(other, waits, loads, blocks, durable);
    }

    /** When it saves after so much work. */
    double at(double work) {
        return rate == 0 ? work / (work + blocks) : work / expected(work);
    }

    /** What no storage can exceed: it blocks nobody, and a failure costs only the wait. */
    double ceiling() {
        return 1 / (1 + rate * waits);
    }

    /** When nothing is saved until so much work is done: all of it begins anew after each failure. */
    double unsaved(double work) {
        return rate == 0 ? 1 : new Goodput(rate, waits, loads, 0, 0).at(work);
    }

    /** Where the time goes: shares that add up to 1. */
    Shares shares(double work) {
        if (rate == 0) {
            return new Shares(at(work), 1 - at(work), 0, 0);
        }
        double expected = expected(work);
        double running = 1 / (rate * failure());
        double saving = blocks / expected;
        double useful = work / expected;
        return new Shares(useful, saving, Math.max(0, running - saving - useful), 1 - running);
    }

    /**
     * @param again work that was done and lost, and is done once more
     * @param down waiting for a place, and loading
     */
    record Shares(double useful, double saving, double again, double down) {}

    /**
     * The work after which it is best to save: where {@code 1 - r work = e^(-r (work + blocks))}. A copy in the
     * background has to be done before the next one begins, so it is never less than that takes.
     */
    double best() {
        double least = Math.max(0, durable - blocks);
        if (rate == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double saving = rate * blocks;
        double x = 1; // beyond the root, from where Newton's steps only come nearer
        for (int i = 0; i < ENOUGH; i++) {
            double step = (-Math.expm1(-x - saving) - x) / -Math.expm1(-x - saving);
            // Since the derivative is -(1 - e^-(x + saving)), which is the same number.
            x = Math.max(0, x + step);
            if (Math.abs(step) < 1e-15 * x) {
                break;
            }
        }
        return Math.max(least, x / rate);
    }

    /** Young's rule, 1974: right while saving is short against the time between failures. */
    double young() {
        return Math.sqrt(2 * blocks / rate);
    }

    /** Daly's rule, 2006, of higher order: right up to a saving of twice the time between failures. */
    double daly() {
        double mean = 1 / rate;
        double ratio = blocks / (2 * mean);
        return ratio >= 1
                ? mean
                : Math.sqrt(2 * blocks * mean) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - blocks;
    }

    /** From one durable checkpoint to the next, all failures counted. */
    private double expected(double work) {
        return failure() * Math.exp(rate * durable) * Math.expm1(rate * (work + blocks));
    }

    /** The mean time between failures, and what each costs until the run works again. */
    private double failure() {
        return Math.exp(rate * loads) * (1 / rate + waits);
    }
}
