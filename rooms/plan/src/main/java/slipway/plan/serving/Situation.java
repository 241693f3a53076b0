package slipway.plan.serving;

/**
 * A deployment and what is asked of it.
 *
 * @param input tokens of a request
 * @param output tokens of its answer
 */
public record Situation(Deployment deployment, double input, double output, Load load) {

    public Situation {
        output = Math.max(1, output);
    }

    /** Tokens of a request half way through its answer. */
    double context() {
        return input + output / 2;
    }

    Situation at(double concurrency) {
        return new Situation(
                deployment, input, output, new Load(Load.Kind.CONCURRENCY, concurrency));
    }
}
