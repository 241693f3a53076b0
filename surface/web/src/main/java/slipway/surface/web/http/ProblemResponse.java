package slipway.surface.web.http;

import java.util.Optional;
import slipway.base.Problem;
import slipway.identity.Principal;

/** Renders a problem for a browser that requested a page. */
@FunctionalInterface
public interface ProblemResponse {

    /** The page of a problem. */
    TextResponse page(Problem problem, Context context);

    /**
     * The request that caused the problem.
     *
     * @param principal empty if the caller is not authenticated
     * @param path with its query, to return to
     */
    record Context(Optional<Principal> principal, Cookies cookies, String path, String requestId) {}
}
