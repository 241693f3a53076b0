package slipway.surface.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/**
 * The one filter that every request passes: who is it, and may it come through this route? Nothing is let through by
 * default; a route without a rule does not exist.
 */
public final class Authenticator {

    private static final String BEARER = "Bearer ";

    private final AccessControl accessControl;
    private final InstantSource clock;

    public Authenticator(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    /** Somebody, and by which way: a token in the header, or a session in a cookie. */
    record Caller(Principal visitor, boolean bySession) {}

    /** Who sends this; nobody when it carries neither token nor session. A wrong token is a problem, not nobody. */
    Optional<Caller> authenticate(Request request, ClientAddress clientAddress, Cookies cookies) {
        List<String> shown = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
        if (shown.size() > 1) {
            throw HttpProblems.twoTokens();
        }
        if (!shown.isEmpty()) {
            return Optional.of(
                    new Caller(authenticateBearer(clientAddress, shown.getFirst()), false));
        }
        return cookies.session()
                .map(text -> new Caller(authenticateToken(clientAddress, text), true));
    }

    private Principal authenticateBearer(ClientAddress clientAddress, String header) {
        if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw HttpProblems.notSignedIn();
        }
        return authenticateToken(clientAddress, header.substring(BEARER.length()).strip());
    }

    /** Also for a token that was typed into the sign-in page. */
    public Principal authenticateToken(ClientAddress clientAddress, String text) {
        Principal principal =
                accessControl.authenticate(text, clientAddress.address(), clock.instant());
        if (principal.isLocal() && !clientAddress.isLoopback()) {
            throw accessControl.countFailure(
                    HttpProblems.localTokenFromRemote(), clientAddress.address(), clock.instant());
        }
        return principal;
    }

    /** Lets the visitor through or throws. */
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

    /**
     * A browser sends the cookie with every request, also with one that another site's page caused. So a change within
     * a session shows that the page that sent it is ours: it knows the session's mark.
     */
    void checkCsrfToken(Request request, Principal principal) {
        String shown = request.getHeaders().get(ApiConventions.CSRF);
        String mark = accessControl.csrf(principal).orElse("");
        boolean same =
                shown != null
                        && !mark.isEmpty()
                        && MessageDigest.isEqual(
                                shown.getBytes(StandardCharsets.UTF_8),
                                mark.getBytes(StandardCharsets.UTF_8));
        if (!same) {
            throw new Problem(
                    HttpProblems.NO_CSRF,
                    "The change was not made.",
                    "Within a browser session it has to carry the session's own mark, and it does not.",
                    "Load the page again and repeat it; a program sends its token instead.");
        }
    }
}
