package slipway.plan.serving;

/**
 * What the physical model says, in seconds.
 *
 * @param first until the first token
 * @param each for every further one
 * @param requests there are at once
 */
record LatencyTimes(double first, double each, double requests) {

    double whole(double output) {
        return first + (output - 1) * each;
    }
}
