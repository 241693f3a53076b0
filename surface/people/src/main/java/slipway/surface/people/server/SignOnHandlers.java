package slipway.surface.people.server;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.identity.IdentityRequest;
import slipway.identity.User;
import slipway.signon.OidcIdentity;
import slipway.signon.SignOn;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.TextResponse;

/** The browser's way to single sign-on and back. */
final class SignOnHandlers {

    static final ProblemCode NO_SIGN_ON =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-sign-on",
                    "Single sign-on is not set up on this server.");

    private final AccessControl accessControl;
    private final Optional<SignOnSetup> signOn;
    private final TokenActions tokenActions;

    SignOnHandlers(
            AccessControl accessControl, Optional<SignOnSetup> signOn, TokenActions tokenActions) {
        this.accessControl = accessControl;
        this.signOn = signOn;
        this.tokenActions = tokenActions;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(
                        CurrentUserRoutes.WAYS,
                        _ -> new CurrentUserRoutes.Ways(signOn.map(there -> host(there.issuer())))),
                new RouteHandler.Text<>(CurrentUserRoutes.SIGN_ON, this::begin),
                new RouteHandler.Text<>(CurrentUserRoutes.SIGNED_ON, this::finish));
    }

    private static String host(String issuer) {
        return String.valueOf(URI.create(issuer).getHost());
    }

    private SignOnSetup there() {
        return signOn.orElseThrow(
                () ->
                        new Problem(
                                NO_SIGN_ON,
                                "There is no single sign-on here.",
                                "This server is not set up for it.",
                                "Sign in with a token, or have an admin set sign_on in slipway.yaml."));
    }

    private TextResponse begin(AuthorizedRequest<NoBody> authorizedRequest) {
        SignOn.Started begin =
                there().with()
                        .begin(
                                authorizedRequest
                                        .query()
                                        .find(CurrentUserRoutes.RETURN_TO)
                                        .orElse("/"));
        return TextResponse.redirect(
                begin.redirect().toString(),
                authorizedRequest.details().cookies().signOn(begin.cookie(), begin.maxAge()));
    }

    private TextResponse finish(AuthorizedRequest<NoBody> authorizedRequest) {
        String cookie = authorizedRequest.details().cookies().signOn().orElse("");
        SignOn.Completed arrival = there().with().complete(cookie, answered(authorizedRequest));
        OidcIdentity who = arrival.identity();
        Map<TeamId, Role> roles = there().groups().roles(who.groups());
        var asked =
                new IdentityRequest.SignIn(
                        new User.Identity(who.issuer(), who.subject()),
                        who.name().value(),
                        who.shownName(),
                        who.email(),
                        roles);
        var actor = new Actor("sign-on", "web", authorizedRequest.actor().request());
        AccessControl.NewToken session =
                CommitWait.awaitAny(accessControl.signIn(asked, actor), authorizedRequest);
        return TextResponse.redirect(
                arrival.returnTo(),
                authorizedRequest
                        .details()
                        .cookies()
                        .session(session.text(), tokenActions.left(session.token())),
                authorizedRequest.details().cookies().noSignOn());
    }

    private static Map<String, String> answered(AuthorizedRequest<NoBody> authorizedRequest) {
        Map<String, String> query = new HashMap<>();
        CurrentUserRoutes.ANSWERED.forEach(
                specKey ->
                        authorizedRequest
                                .query()
                                .find(specKey)
                                .ifPresent(text -> query.put(specKey.name(), text)));
        return query;
    }
}
