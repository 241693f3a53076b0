package slipway.plan.serving;

/**
 * A deployment under a load of requests of one length.
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
    double meanContext() {
        return input + output / 2;
    }

    ServingScenario withConcurrency(double concurrency) {
        return new ServingScenario(
                deployment,
                input,
                output,
                new RequestLoad(RequestLoad.Kind.CONCURRENCY, concurrency));
    }
}
