package slipway.surface.people.server;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.identity.IdentityRequest;
import slipway.identity.Principal;
import slipway.identity.Token;
import slipway.identity.User;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.people.MeRoute.Me;
import slipway.surface.api.people.TeamRole;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.CurrentUserRoutes.Entry;
import slipway.surface.web.http.Authenticator;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.CookieResponse;
import slipway.surface.web.http.RouteHandler;

/** Handles sign-in, sign-out and the routes of the user's own tokens. */
final class CurrentUserHandlers {

    static final ProblemCode LOCAL_TOKEN_ONLY =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "local-token-alone",
                    "The local token can open no session and create no token for itself.");

    private final AccessControl accessControl;
    private final Authenticator authenticator;
    private final InstantSource clock;
    private final TokenActions tokenActions;

    CurrentUserHandlers(
            AccessControl accessControl,
            Authenticator authenticator,
            InstantSource clock,
            TokenActions tokenActions) {
        this.accessControl = accessControl;
        this.authenticator = authenticator;
        this.clock = clock;
        this.tokenActions = tokenActions;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(MeRoute.ME, request -> me(request.principal())),
                new RouteHandler.Json<>(CurrentUserRoutes.SIGN_IN, this::signIn),
                new RouteHandler.Json<>(CurrentUserRoutes.SIGN_OUT, this::signOut),
                RouteHandler.of(
                        CurrentUserRoutes.TOKEN_LIST,
                        request -> tokenActions.list(request, request.principal().id())),
                RouteHandler.keyed(
                        CurrentUserRoutes.TOKEN_MAKE,
                        request ->
                                tokenActions.create(
                                        request, requireUser(request.principal()).id())),
                RouteHandler.done(
                        CurrentUserRoutes.TOKEN_REVOKE,
                        request -> tokenActions.revoke(request, request.principal().id())));
    }

    private Me me(Principal principal) {
        User user = principal.user();
        List<TeamRole> roles = new ArrayList<>();
        if (principal.isLocal()) {
            roles.add(new TeamRole(TeamId.ALL, Role.ADMIN));
        } else {
            roles.addAll(PeopleViews.user(principal.directory(), user).roles());
        }
        return new Me(
                user.id(),
                user.name(),
                roles,
                principal.scope().within(),
                principal.scope().only().map(List::copyOf),
                accessControl.csrf(principal));
    }

    /** Opens a session with the given token. The session has the permissions of the token. */
    private CookieResponse<Me> signIn(AuthorizedRequest<Entry> request) {
        Principal principal =
                requireUser(
                        authenticator.authenticateToken(
                                request.details().source(), request.body().token()));
        AccessControl.NewToken session =
                CommitWait.awaitAny(
                        accessControl.openSession(
                                principal,
                                new slipway.base.Actor(
                                        principal.id().value(), "web", request.actor().request())),
                        request);
        Principal signedIn = accessControl.authenticate(session.text(), clock.instant());
        return new CookieResponse<>(
                me(signedIn),
                List.of(
                        request.details()
                                .cookies()
                                .session(session.text(), tokenActions.timeLeft(session.token()))));
    }

    /** Refuses the local token: it belongs to no user, so it owns no tokens and sessions. */
    private static Principal requireUser(Principal principal) {
        if (principal.isLocal()) {
            throw new Problem(
                    LOCAL_TOKEN_ONLY,
                    "The local token cannot create a token or session for itself.",
                    "It belongs to no user and is valid only until the server stops.",
                    "Create a token for a person, for example the first admin: slipway token new --user admin");
        }
        return principal;
    }

    /** Ends the browser session. A request with a token changes nothing: tokens are revoked instead. */
    private CookieResponse<NoBody> signOut(AuthorizedRequest<NoBody> request) {
        Optional<Token> session = request.principal().token().filter(Token::isSession);
        session.ifPresent(
                token ->
                        CommitWait.await(
                                accessControl.execute(
                                        request.principal(),
                                        request.actor(),
                                        new IdentityRequest.RevokeToken(token.id()),
                                        Optional.empty()),
                                request));
        return new CookieResponse<>(
                NoBody.NOTHING, List.of(request.details().cookies().noSession()));
    }
}
