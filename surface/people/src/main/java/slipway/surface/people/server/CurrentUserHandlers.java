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

/** Signing in and out, and what is one's own. */
final class CurrentUserHandlers {

    static final ProblemCode NOBODYS =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "local-token-alone",
                    "The local token opens no session and makes no token of its own.");

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
                RouteHandler.of(MeRoute.ME, authorizedRequest -> me(authorizedRequest.principal())),
                new RouteHandler.Json<>(CurrentUserRoutes.SIGN_IN, this::signIn),
                new RouteHandler.Json<>(CurrentUserRoutes.SIGN_OUT, this::signOut),
                RouteHandler.of(
                        CurrentUserRoutes.TOKEN_LIST,
                        authorizedRequest ->
                                tokenActions.list(
                                        authorizedRequest, authorizedRequest.principal().id())),
                RouteHandler.of(
                        CurrentUserRoutes.TOKEN_MAKE,
                        authorizedRequest ->
                                tokenActions.make(
                                        authorizedRequest,
                                        somebody(authorizedRequest.principal()).id())),
                RouteHandler.done(
                        CurrentUserRoutes.TOKEN_REVOKE,
                        authorizedRequest ->
                                tokenActions.revoke(
                                        authorizedRequest, authorizedRequest.principal().id())));
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

    /** With the token that was typed in. The session may do what the token may. */
    private CookieResponse<Me> signIn(AuthorizedRequest<Entry> authorizedRequest) {
        Principal principal =
                somebody(
                        authenticator.authenticateToken(
                                authorizedRequest.details().source(),
                                authorizedRequest.body().token()));
        AccessControl.NewToken session =
                CommitWait.awaitAny(
                        accessControl.openSession(
                                principal,
                                new slipway.base.Actor(
                                        principal.id().value(),
                                        "web",
                                        authorizedRequest.actor().request())),
                        authorizedRequest);
        Principal inside = accessControl.authenticate(session.text(), clock.instant());
        return new CookieResponse<>(
                me(inside),
                List.of(
                        authorizedRequest
                                .details()
                                .cookies()
                                .session(session.text(), tokenActions.left(session.token()))));
    }

    /** Whoever holds the local token is nobody in particular, and has nothing of its own. */
    private static Principal somebody(Principal principal) {
        if (principal.isLocal()) {
            throw new Problem(
                    NOBODYS,
                    "The local token makes nothing of its own.",
                    "It stands for this machine's user, who is nobody in particular, and ends with the server.",
                    "Make a token for a person, for example the first admin: slipway token new --user admin");
        }
        return principal;
    }

    /** A token is not signed out but revoked; only a session ends so. */
    private CookieResponse<NoBody> signOut(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<Token> session = authorizedRequest.principal().token().filter(Token::isSession);
        session.ifPresent(
                there ->
                        CommitWait.await(
                                accessControl.execute(
                                        authorizedRequest.principal(),
                                        authorizedRequest.actor(),
                                        new IdentityRequest.RevokeToken(there.id()),
                                        Optional.empty()),
                                authorizedRequest));
        return new CookieResponse<>(
                NoBody.NOTHING, List.of(authorizedRequest.details().cookies().noSession()));
    }
}
