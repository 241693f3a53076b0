package slipway.surface.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;

/** Authenticates and authorizes every request. Access is denied by default; every route declares its access. */
public final class Authenticator {

    private static final String BEARER = "Bearer ";

    private final AccessControl accessControl;
    private final InstantSource clock;

    public Authenticator(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    /** The principal of a request, and whether it was identified by a session cookie or a token. */
    record Caller(Principal principal, boolean bySession) {}

    /** The caller; empty if the request has neither a token nor a session. An invalid token is a problem. */
    Optional<Caller> authenticate(Request request, ClientAddress source, Cookies cookies) {
        List<String> headers = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
        if (headers.size() > 1) {
            throw HttpProblems.twoTokens();
        }
        if (!headers.isEmpty()) {
            return Optional.of(new Caller(authenticateBearer(source, headers.getFirst()), false));
        }
        return cookies.session().map(text -> new Caller(authenticateToken(source, text), true));
    }

    private Principal authenticateBearer(ClientAddress source, String header) {
        if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw HttpProblems.notSignedIn();
        }
        return authenticateToken(source, header.substring(BEARER.length()).strip());
    }

    /** Authenticates a token, also one from the sign-in page. */
    public Principal authenticateToken(ClientAddress source, String text) {
        Principal principal = accessControl.authenticate(text, source.address(), clock.instant());
        if (principal.isLocal() && !source.isLoopback()) {
            throw accessControl.countFailure(
                    HttpProblems.localTokenFromRemote(), source.address(), clock.instant());
        }
        return principal;
    }

    /** Counts a request that was refused although its sender is authenticated, for the audit log. */
    void countDenial(Principal principal, Problem problem) {
        accessControl.countDenial(principal, problem, clock.instant());
    }

    /** Returns if the principal may use the route, or throws. */
    void authorize(Route<?, ?> route, Principal principal, Map<PathParameter, String> parts) {
        switch (route.access()) {
            case RouteAccess.Public() -> {}
            case RouteAccess.SignedIn() -> {}
            case RouteAccess.Anywhere(var permission) -> principal.requireAnywhere(permission);
            case RouteAccess.Everywhere(var permission) -> principal.requireEverywhere(permission);
            case RouteAccess.InTeam(var permission) ->
                    principal.require(
                            permission, new TeamId(String.valueOf(parts.get(PathParameter.TEAM))));
        }
    }

    /** Watches whether the principal may still use the route; see {@link AccessControl#watch}. */
    AccessControl.Watch watch(
            Route<?, ?> route,
            AuthorizedRequest<?> request,
            Predicate<Principal> condition,
            Runnable end) {
        return accessControl.watch(
                request.principal(),
                principal -> mayUse(route, principal, request.parts()) && condition.test(principal),
                end);
    }

    private boolean mayUse(
            Route<?, ?> route, Principal principal, Map<PathParameter, String> parts) {
        try {
            authorize(route, principal, parts);
            return true;
        } catch (Problem refused) {
            return false;
        }
    }

    /**
     * A browser sends the cookie with every request, also with one caused by another site's page. A change within a
     * session therefore needs the session's CSRF token, which only pages of this server know.
     */
    void checkCsrfToken(Request request, Principal principal) {
        String received = request.getHeaders().get(ApiConventions.CSRF);
        String expected = accessControl.csrf(principal).orElse("");
        boolean same =
                received != null
                        && !expected.isEmpty()
                        && MessageDigest.isEqual(
                                received.getBytes(StandardCharsets.UTF_8),
                                expected.getBytes(StandardCharsets.UTF_8));
        if (!same) {
            throw new Problem(
                    HttpProblems.NO_CSRF,
                    "The change was not made.",
                    "A change within a browser session requires the session's CSRF token.",
                    "Reload the page and try again. A program sends its access token instead.");
        }
    }
}
