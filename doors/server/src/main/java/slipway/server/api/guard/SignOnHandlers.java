package slipway.server.api.guard;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.guard.Guard;
import slipway.guard.Request;
import slipway.guard.User;
import slipway.guard.oidc.Identity;
import slipway.guard.oidc.SignOn;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.server.api.Text;
import slipway.wire.form.Nothing;
import slipway.wire.guard.OwnRoutes;

/** The browser's way to single sign-on and back. */
final class SignOnHandlers {

    static final Code NO_SIGN_ON =
            Code.of(Kind.NOT_FOUND, "no-sign-on", "Single sign-on is not set up on this server.");

    private final Guard guard;
    private final Optional<SingleSignOn> signOn;
    private final Tokens tokens;

    SignOnHandlers(Guard guard, Optional<SingleSignOn> signOn, Tokens tokens) {
        this.guard = guard;
        this.signOn = signOn;
        this.tokens = tokens;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(
                        OwnRoutes.WAYS,
                        _ -> new OwnRoutes.Ways(signOn.map(there -> host(there.issuer())))),
                new Binding.Other<>(OwnRoutes.SIGN_ON, this::begin),
                new Binding.Other<>(OwnRoutes.SIGNED_ON, this::finish));
    }

    private static String host(String issuer) {
        return String.valueOf(URI.create(issuer).getHost());
    }

    private SingleSignOn there() {
        return signOn.orElseThrow(
                () ->
                        new Problem(
                                NO_SIGN_ON,
                                "There is no single sign-on here.",
                                "This server is not set up for it.",
                                "Sign in with a token, or have an admin set sign_on in slipway.yaml."));
    }

    private Text begin(Call<Nothing> call) {
        SignOn.Begin begin =
                there().with().begin(call.query().find(OwnRoutes.RETURN_TO).orElse("/"));
        return Text.redirect(
                begin.redirect().toString(),
                call.sent().cookies().signOn(begin.cookie(), begin.lasts()));
    }

    private Text finish(Call<Nothing> call) {
        String cookie = call.sent().cookies().signOn().orElse("");
        SignOn.Arrival arrival = there().with().finish(cookie, answered(call));
        Identity who = arrival.identity();
        Map<TeamId, Role> roles = there().groups().roles(who.groups());
        var asked =
                new Request.SignIn(
                        new User.Identity(who.issuer(), who.subject()),
                        who.name().value(),
                        who.shownName(),
                        who.email(),
                        roles);
        var actor = new Actor("sign-on", "web", call.actor().request());
        Guard.NewToken session = Patience.awaitAny(guard.signIn(asked, actor), call);
        return Text.redirect(
                arrival.returnTo(),
                call.sent().cookies().session(session.text(), tokens.left(session.token())),
                call.sent().cookies().noSignOn());
    }

    private static Map<String, String> answered(Call<Nothing> call) {
        Map<String, String> query = new HashMap<>();
        OwnRoutes.ANSWERED.forEach(
                key -> call.query().find(key).ifPresent(text -> query.put(key.name(), text)));
        return query;
    }
}
