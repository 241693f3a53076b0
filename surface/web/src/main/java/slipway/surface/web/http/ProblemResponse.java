package slipway.surface.web.http;

import java.util.Optional;
import slipway.base.Problem;
import slipway.identity.Principal;

/** Says a problem to a person who asked for a page. */
@FunctionalInterface
public interface ProblemResponse {

    /** How it reads in a browser; the visitor is absent when nobody was recognised. */
    TextResponse page(Problem problem, Context met);

    /**
     * Where it was met.
     *
     * @param path with its query, to come back to
     */
    record Context(Optional<Principal> principal, Cookies cookies, String path, String requestId) {}
}
