package slipway.plan.serving;

/** How fast one replica goes, as a simulation needs it; in seconds. */
final class ReplicaSpeed {

    /** Where measured surroundings are asked, in requests at once; between them the logarithm is followed. */
    private static final double[] ANCHORS = {4, 16, 64, 256};

    private final double prefill;
    private final Least least;
    private final double fixed;
    private final double[] steps;
    private final double[] others;

    /**
     * What accelerators under load need at least.
     *
     * @param alone a prefill at the peak, with nobody else there
     * @param prefill of one request
     * @param token of an answer
     */
    private record Least(double alone, double prefill, double token) {

        static Least of(ServingPhysics servingPhysics, ServingScenario it) {
            ServingDeployment by = it.deployment();
            double alone = servingPhysics.least(by, it.input());
            double reached = ServingPhysics.reached(by.body());
            return new Least(alone, alone / reached, servingPhysics.leastToken(by) / reached);
        }
    }

    /**
     * @param steps of decoding for 1, 2, … requests; as many as there may be at once
     * @param others by how much one request that is let in makes such a step longer
     */
    private ReplicaSpeed(
            double prefill, Least least, double fixed, double[] steps, double[] others) {
        this.prefill = prefill;
        this.least = least;
        this.fixed = fixed;
        this.steps = steps;
        this.others = others;
    }

    /** Of one request, until its first token is there. */
    double prefill() {
        return prefill;
    }

    /** Before the first token, when the accelerators do nothing. */
    double fixed() {
        return fixed;
    }

    /** One step for so many requests. */
    double step(int requests) {
        return steps[requests - 1];
    }

    /** A step for so many requests in which more are let in. */
    double entering(int present, int let) {
        return present == 0
                ? let * prefill
                : Math.max(
                        let * least.prefill + present * least.token,
                        let * others[present - 1] + steps[present - 1]);
    }

    /** So many there may be at once. */
    int slots() {
        return steps.length;
    }

    /** By the physical model alone. */
    static ReplicaSpeed computed(ServingPhysics servingPhysics, ServingScenario it, int slots) {
        ServingDeployment by = it.deployment();
        double prefill = servingPhysics.prefill(by, it.input());
        double[] steps = new double[slots];
        double[] others = new double[slots];
        for (int at = 0; at < slots; at++) {
            steps[at] = servingPhysics.step(by, at + 1.0, it.context());
            others[at] = servingPhysics.mixed() * prefill;
        }
        return new ReplicaSpeed(
                prefill, Least.of(servingPhysics, it), servingPhysics.fixed(by), steps, others);
    }

    /** The same, corrected by what was measured around it. */
    ReplicaSpeed corrected(ServingNeighbours servingNeighbours, ServingScenario it) {
        double[] shifts = new double[ANCHORS.length];
        for (int at = 0; at < ANCHORS.length; at++) {
            shifts[at] = servingNeighbours.of(it.at(ANCHORS[at]), LatencyTarget.EACH).shift();
        }
        double[] step = new double[steps.length];
        double[] other = new double[steps.length];
        for (int at = 0; at < steps.length; at++) {
            double factor = Math.exp(between(shifts, at + 1.0));
            step[at] = Math.max(steps[at] * factor, (at + 1) * least.token);
            other[at] = others[at] * factor;
        }
        double first =
                Math.exp(servingNeighbours.of(it.at(ANCHORS[0]), LatencyTarget.FIRST).shift());
        double alone = Math.max(least.alone, prefill * first);
        return new ReplicaSpeed(alone, least, fixed * first, step, other);
    }

    private static double between(double[] shifts, double requests) {
        double place =
                Math.clamp(
                        Math.log(requests / ANCHORS[0]) / Math.log(ANCHORS[1] / ANCHORS[0]),
                        0,
                        shifts.length - 1.0);
        int below = Math.min((int) place, shifts.length - 2);
        return shifts[below] + (place - below) * (shifts[below + 1] - shifts[below]);
    }

    /** Requests a second that it can never pass: all slots full, all the time. */
    double most(int output) {
        double best = 0;
        for (int at = 0; at < steps.length; at++) {
            best = Math.max(best, (at + 1) / (output * steps[at] + (at + 1) * others[at]));
        }
        return Math.min(best, 1 / (least.prefill + output * least.token));
    }
}
