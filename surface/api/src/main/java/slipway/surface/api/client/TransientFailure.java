package slipway.surface.api.client;

import java.time.Duration;
import slipway.base.Problem;

/** A failure after which a retry may succeed. */
final class TransientFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final transient Duration retryAfter;

    /**
     * @param problem the problem to report if retries fail too
     * @param retryAfter how long the server asks the client to wait
     */
    TransientFailure(Problem problem, Duration retryAfter) {
        super(problem);
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    Problem problem() {
        return problem;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
