package slipway.server.api.guard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.guard.Guard;
import slipway.guard.Missing;
import slipway.guard.Request;
import slipway.guard.Scope;
import slipway.guard.Token;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.wire.form.Page;
import slipway.wire.guard.MadeToken;
import slipway.wire.guard.NewToken;
import slipway.wire.guard.TokenView;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;

/** Somebody's tokens, for whichever route leads to them. */
final class Tokens {

    private final Guard guard;
    private final InstantSource clock;

    Tokens(Guard guard, InstantSource clock) {
        this.guard = guard;
        this.clock = clock;
    }

    /** Those that still work. */
    Page<TokenView> list(Call<?> call, UserId owner) {
        var all = guard.people().tokensOf(owner);
        var now = clock.instant();
        List<TokenView> found =
                Paging.lastSeen(call.query())
                        .map(all::after)
                        .orElseGet(all::entries)
                        .filter(entry -> entry.getValue().isLive(now))
                        .map(entry -> Views.token(guard, entry.getValue()))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, TokenView::token);
    }

    /** How long the browser is to keep a session. */
    Duration left(Token session) {
        Instant now = clock.instant();
        return session.expires().map(end -> Duration.between(now, end)).orElse(Duration.ZERO);
    }

    MadeToken make(Call<NewToken> call, UserId owner) {
        NewToken wish = call.body();
        var scope =
                new Scope(
                        wish.within(),
                        wish.only()
                                .map(
                                        some ->
                                                some.isEmpty()
                                                        ? EnumSet.noneOf(
                                                                slipway.base.Permission.class)
                                                        : EnumSet.copyOf(some)));
        var asked =
                new Request.MakeToken(
                        owner,
                        wish.label(),
                        scope,
                        Optional.of(clock.instant().plus(Duration.ofDays(wish.days()))));
        Guard.NewToken made =
                Patience.awaitAny(
                        guard.make(call.visitor(), call.actor(), asked, call.sent().key()), call);
        return new MadeToken(Optional.of(made.text()), made.token().id());
    }

    /** Only of this owner: a token of somebody else is not there. */
    void revoke(Call<?> call, UserId owner) {
        String id = call.part(PathPart.TOKEN);
        Token token =
                guard.people()
                        .tokensOf(owner)
                        .get(id)
                        .filter(there -> there.isLive(clock.instant()))
                        .orElseThrow(() -> Missing.token(id));
        Patience.await(
                guard.ask(
                        call.visitor(),
                        call.actor(),
                        new Request.RevokeToken(token.id()),
                        call.sent().key()),
                call);
    }
}
