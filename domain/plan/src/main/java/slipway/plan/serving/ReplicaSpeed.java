package slipway.plan.serving;

/** The speed of one replica as the simulation needs it, in seconds. */
final class ReplicaSpeed {

    /** Concurrencies at which neighbors correct the speed; between them the logarithm is interpolated. */
    private static final double[] ANCHORS = {4, 16, 64, 256};

    private final double prefill;
    private final ComputeBound computeBound;
    private final double fixedDelay;
    private final double[] stepSeconds;
    private final double[] prefillDelays;

    /**
     * Lower bounds from computing: no correction may go below them.
     *
     * @param unloadedPrefill a prefill at peak rate without other requests
     * @param prefill a prefill of one request under load
     * @param token one output token under load
     */
    private record ComputeBound(double unloadedPrefill, double prefill, double token) {

        static ComputeBound of(ServingPhysics servingPhysics, ServingScenario it) {
            ServingDeployment by = it.deployment();
            double alone = servingPhysics.leastPrefill(by, it.input());
            double reached = ServingPhysics.reachedShare(by.model());
            return new ComputeBound(
                    alone, alone / reached, servingPhysics.leastDecode(by) / reached);
        }
    }

    /**
     * @param steps seconds of a decode step for 1, 2, … concurrent requests
     * @param others seconds by which one admitted request lengthens such a step
     */
    private ReplicaSpeed(
            double prefill,
            ComputeBound computeBound,
            double fixed,
            double[] steps,
            double[] others) {
        this.prefill = prefill;
        this.computeBound = computeBound;
        this.fixedDelay = fixed;
        this.stepSeconds = steps;
        this.prefillDelays = others;
    }

    /** Seconds of the prefill of one request. */
    double prefill() {
        return prefill;
    }

    /** Seconds before the first token in which the accelerators are idle. */
    double fixedDelay() {
        return fixedDelay;
    }

    /** Seconds of a decode step for a number of requests. */
    double decodeStep(int requests) {
        return stepSeconds[requests - 1];
    }

    /** Seconds of a step that also admits new requests. */
    double stepWithPrefill(int present, int admitted) {
        return present == 0
                ? admitted * prefill
                : Math.max(
                        admitted * computeBound.prefill + present * computeBound.token,
                        admitted * prefillDelays[present - 1] + stepSeconds[present - 1]);
    }

    /** The most concurrent requests. */
    int slots() {
        return stepSeconds.length;
    }

    /** The speed by the physical model alone. */
    static ReplicaSpeed physical(ServingPhysics servingPhysics, ServingScenario it, int slots) {
        ServingDeployment by = it.deployment();
        double prefill = servingPhysics.prefill(by, it.input());
        double[] steps = new double[slots];
        double[] others = new double[slots];
        for (int at = 0; at < slots; at++) {
            steps[at] = servingPhysics.step(by, at + 1.0, it.meanContext());
            others[at] = servingPhysics.prefillShare() * prefill;
        }
        return new ReplicaSpeed(
                prefill,
                ComputeBound.of(servingPhysics, it),
                servingPhysics.fixedDelay(by),
                steps,
                others);
    }

    /** The same speed, corrected by measured neighbors. */
    ReplicaSpeed corrected(ServingNeighbors servingNeighbors, ServingScenario it) {
        double[] shifts = new double[ANCHORS.length];
        for (int at = 0; at < ANCHORS.length; at++) {
            shifts[at] =
                    servingNeighbors
                            .correction(it.withConcurrency(ANCHORS[at]), LatencyTarget.TPOT)
                            .shift();
        }
        double[] step = new double[stepSeconds.length];
        double[] other = new double[stepSeconds.length];
        for (int at = 0; at < stepSeconds.length; at++) {
            double factor = Math.exp(interpolate(shifts, at + 1.0));
            step[at] = Math.max(stepSeconds[at] * factor, (at + 1) * computeBound.token);
            other[at] = prefillDelays[at] * factor;
        }
        double first =
                Math.exp(
                        servingNeighbors
                                .correction(it.withConcurrency(ANCHORS[0]), LatencyTarget.TTFT)
                                .shift());
        double alone = Math.max(computeBound.unloadedPrefill, prefill * first);
        return new ReplicaSpeed(alone, computeBound, fixedDelay * first, step, other);
    }

    private static double interpolate(double[] shifts, double requests) {
        double place =
                Math.clamp(
                        Math.log(requests / ANCHORS[0]) / Math.log(ANCHORS[1] / ANCHORS[0]),
                        0,
                        shifts.length - 1.0);
        int below = Math.min((int) place, shifts.length - 2);
        return shifts[below] + (place - below) * (shifts[below + 1] - shifts[below]);
    }

    /** An upper bound of requests per second: all slots full all the time. */
    double maxThroughput(int output) {
        double best = 0;
        for (int at = 0; at < stepSeconds.length; at++) {
            best =
                    Math.max(
                            best,
                            (at + 1) / (output * stepSeconds[at] + (at + 1) * prefillDelays[at]));
        }
        return Math.min(best, 1 / (computeBound.prefill + output * computeBound.token));
    }
}
