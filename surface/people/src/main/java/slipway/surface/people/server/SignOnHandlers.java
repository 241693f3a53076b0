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

/** Handles the redirects to the single sign-on provider and back. */
final class SignOnHandlers {

    static final ProblemCode NO_SIGN_ON =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-sign-on",
                    "Single sign-on is not configured on this server.");

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
                        _ -> new CurrentUserRoutes.Ways(signOn.map(setup -> host(setup.issuer())))),
                new RouteHandler.Text<>(CurrentUserRoutes.SIGN_ON, this::begin),
                new RouteHandler.Text<>(CurrentUserRoutes.SIGNED_ON, this::finish));
    }

    private static String host(String issuer) {
        return String.valueOf(URI.create(issuer).getHost());
    }

    private SignOnSetup setup() {
        return signOn.orElseThrow(
                () ->
                        new Problem(
                                NO_SIGN_ON,
                                "Single sign-on is not available.",
                                "It is not configured on this server.",
                                "Sign in with a token, or ask an admin to set sign_on in slipway.yaml."));
    }

    private TextResponse begin(AuthorizedRequest<NoBody> request) {
        SignOn.Started started =
                setup().signOn()
                        .begin(request.query().find(CurrentUserRoutes.RETURN_TO).orElse("/"));
        return TextResponse.redirect(
                started.redirect().toString(),
                request.details().cookies().signOn(started.cookie(), started.maxAge()));
    }

    private TextResponse finish(AuthorizedRequest<NoBody> request) {
        String cookie = request.details().cookies().signOn().orElse("");
        SignOn.Completed completed = setup().signOn().complete(cookie, parameters(request));
        OidcIdentity identity = completed.identity();
        Map<TeamId, Role> roles = setup().groups().roles(identity.groups());
        var signIn =
                new IdentityRequest.SignIn(
                        new User.Identity(identity.issuer(), identity.subject()),
                        identity.name().value(),
                        identity.shownName(),
                        identity.email(),
                        roles,
                        setup().renewWithin());
        var actor = new Actor("sign-on", "web", request.actor().request());
        AccessControl.NewToken session =
                CommitWait.awaitAny(accessControl.signIn(signIn, actor), request);
        return TextResponse.redirect(
                completed.returnTo(),
                request.details()
                        .cookies()
                        .session(session.text(), tokenActions.timeLeft(session.token())),
                request.details().cookies().noSignOn());
    }

    private static Map<String, String> parameters(AuthorizedRequest<NoBody> request) {
        Map<String, String> parameters = new HashMap<>();
        CurrentUserRoutes.ANSWERED.forEach(
                specKey ->
                        request.query()
                                .find(specKey)
                                .ifPresent(text -> parameters.put(specKey.name(), text)));
        return parameters;
    }
}
