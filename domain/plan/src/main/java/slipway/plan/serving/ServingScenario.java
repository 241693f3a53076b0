package slipway.plan.serving;

/**
 * A deployment and what is asked of it.
 *
 * @param input tokens of a request
 * @param output tokens of its answer
 */
public record ServingScenario(
        ServingDeployment deployment, double input, double output, RequestLoad load) {

    public ServingScenario {
        output = Math.max(1, output);
    }

    /** Tokens of a request half way through its answer. */
    double context() {
        return input + output / 2;
    }

    ServingScenario at(double concurrency) {
        return new ServingScenario(
                deployment,
                input,
                output,
                new RequestLoad(RequestLoad.Kind.CONCURRENCY, concurrency));
    }
}
