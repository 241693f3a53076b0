package slipway.surface.api.client;

import java.time.Duration;
import slipway.base.Problem;

/** A failure that may pass: the same call can go well a moment later. */
final class TransientFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final transient Duration notBefore;

    /**
     * @param problem what the caller is told when it does not pass
     * @param notBefore how long the server wants to be left alone
     */
    TransientFailure(Problem problem, Duration notBefore) {
        super(problem);
        this.problem = problem;
        this.notBefore = notBefore;
    }

    Problem problem() {
        return problem;
    }

    Duration notBefore() {
        return notBefore;
    }
}
