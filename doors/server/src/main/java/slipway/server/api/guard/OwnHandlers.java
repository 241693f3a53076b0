package slipway.server.api.guard;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.guard.Guard;
import slipway.guard.Request;
import slipway.guard.Token;
import slipway.guard.User;
import slipway.guard.Visitor;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Gatekeeper;
import slipway.server.api.Patience;
import slipway.server.api.Reply;
import slipway.wire.form.Nothing;
import slipway.wire.guard.OwnRoutes;
import slipway.wire.guard.OwnRoutes.Entry;
import slipway.wire.guard.OwnRoutes.Me;
import slipway.wire.guard.UserView;

/** Signing in and out, and what is one's own. */
final class OwnHandlers {

    static final Code NOBODYS =
            Code.of(
                    Kind.DENIED,
                    "local-token-alone",
                    "The local token opens no session and makes no token of its own.");

    private final Guard guard;
    private final Gatekeeper gatekeeper;
    private final InstantSource clock;
    private final Tokens tokens;

    OwnHandlers(Guard guard, Gatekeeper gatekeeper, InstantSource clock, Tokens tokens) {
        this.guard = guard;
        this.gatekeeper = gatekeeper;
        this.clock = clock;
        this.tokens = tokens;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(OwnRoutes.ME, call -> me(call.visitor())),
                new Binding.Plain<>(OwnRoutes.SIGN_IN, this::signIn),
                new Binding.Plain<>(OwnRoutes.SIGN_OUT, this::signOut),
                Binding.of(OwnRoutes.TOKEN_LIST, call -> tokens.list(call, call.visitor().id())),
                Binding.of(
                        OwnRoutes.TOKEN_MAKE,
                        call -> tokens.make(call, somebody(call.visitor()).id())),
                Binding.done(
                        OwnRoutes.TOKEN_REVOKE, call -> tokens.revoke(call, call.visitor().id())));
    }

    private Me me(Visitor visitor) {
        User user = visitor.user();
        List<UserView.InTeam> roles = new ArrayList<>();
        if (visitor.isLocal()) {
            roles.add(new UserView.InTeam(TeamId.ALL, Role.ADMIN));
        } else {
            roles.addAll(Views.user(visitor.people(), user).roles());
        }
        return new Me(
                user.id(),
                user.name(),
                roles,
                visitor.scope().within(),
                visitor.scope().only().map(List::copyOf),
                guard.csrf(visitor));
    }

    /** With the token that was typed in. The session may do what the token may. */
    private Reply<Me> signIn(Call<Entry> call) {
        Visitor visitor =
                somebody(gatekeeper.recognised(call.sent().source(), call.body().token()));
        Guard.NewToken session =
                Patience.awaitAny(
                        guard.openSession(
                                visitor,
                                new slipway.base.Actor(
                                        visitor.id().value(), "web", call.actor().request())),
                        call);
        Visitor inside = guard.recognise(session.text(), clock.instant());
        return new Reply<>(
                me(inside),
                List.of(
                        call.sent()
                                .cookies()
                                .session(session.text(), tokens.left(session.token()))));
    }

    /** Whoever holds the local token is nobody in particular, and has nothing of its own. */
    private static Visitor somebody(Visitor visitor) {
        if (visitor.isLocal()) {
            throw new Problem(
                    NOBODYS,
                    "The local token makes nothing of its own.",
                    "It stands for this machine's user, who is nobody in particular, and ends with the server.",
                    "Make a token for a person, for example the first admin: slipway token new --user admin");
        }
        return visitor;
    }

    /** A token is not signed out but revoked; only a session ends so. */
    private Reply<Nothing> signOut(Call<Nothing> call) {
        Optional<Token> session = call.visitor().token().filter(Token::isSession);
        session.ifPresent(
                there ->
                        Patience.await(
                                guard.ask(
                                        call.visitor(),
                                        call.actor(),
                                        new Request.RevokeToken(there.id()),
                                        Optional.empty()),
                                call));
        return new Reply<>(Nothing.NOTHING, List.of(call.sent().cookies().noSession()));
    }
}
