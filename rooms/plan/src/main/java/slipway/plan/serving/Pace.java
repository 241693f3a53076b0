package slipway.plan.serving;

/** How fast one replica goes, as a simulation needs it; in seconds. */
final class Pace {

    /** Where measured surroundings are asked, in requests at once; between them the logarithm is followed. */
    private static final double[] ANCHORS = {4, 16, 64, 256};

    private final double prefill;
    private final double mixed;
    private final double fixed;
    private final double[] steps;

    private Pace(double prefill, double mixed, double fixed, double[] steps) {
        this.prefill = prefill;
        this.mixed = mixed;
        this.fixed = fixed;
        this.steps = steps;
    }

    /** Of one request. */
    double prefill() {
        return prefill;
    }

    /** The share of it that decoding waits for. */
    double mixed() {
        return mixed;
    }

    /** Before the first token, when the accelerators do nothing. */
    double fixed() {
        return fixed;
    }

    /** One step for so many requests. */
    double step(int requests) {
        return steps[requests - 1];
    }

    /** So many there may be at once. */
    int slots() {
        return steps.length;
    }

    /** By the physical model alone. */
    static Pace computed(Physics physics, Situation it, int slots) {
        Deployment by = it.deployment();
        double[] steps = new double[slots];
        for (int at = 0; at < slots; at++) {
            steps[at] = physics.step(by, at + 1.0, it.context());
        }
        return new Pace(physics.prefill(by, it.input()), physics.mixed(), physics.fixed(by), steps);
    }

    /** The same, corrected by what was measured around it. */
    Pace corrected(Surroundings surroundings, Situation it) {
        double[] shifts = new double[ANCHORS.length];
        for (int at = 0; at < ANCHORS.length; at++) {
            shifts[at] = surroundings.of(it.at(ANCHORS[at]), Target.EACH).shift();
        }
        double[] corrected = new double[steps.length];
        for (int at = 0; at < steps.length; at++) {
            corrected[at] = steps[at] * Math.exp(between(shifts, at + 1.0));
        }
        double first = Math.exp(surroundings.of(it.at(ANCHORS[0]), Target.FIRST).shift());
        return new Pace(prefill * first, mixed, fixed * first, corrected);
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
            best = Math.max(best, (at + 1) / (output * steps[at] + (at + 1) * mixed * prefill));
        }
        return best;
    }
}
