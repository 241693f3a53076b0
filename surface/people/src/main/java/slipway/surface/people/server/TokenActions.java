package slipway.surface.people.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.identity.AccessControl;
import slipway.identity.IdentityProblems;
import slipway.identity.IdentityRequest;
import slipway.identity.Token;
import slipway.identity.TokenScope;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TokenView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;

/** Somebody's tokens, for whichever route leads to them. */
final class TokenActions {

    private final AccessControl accessControl;
    private final InstantSource clock;

    TokenActions(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    /** Those that still work. */
    ListPage<TokenView> list(AuthorizedRequest<?> authorizedRequest, UserId owner) {
        var all = accessControl.directory().tokensOf(owner);
        var now = clock.instant();
        List<TokenView> found =
                CursorPaging.lastSeen(authorizedRequest.query())
                        .map(all::after)
                        .orElseGet(all::entries)
                        .filter(entry -> entry.getValue().isLive(now))
                        .map(entry -> PeopleViews.token(accessControl, entry.getValue()))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, TokenView::token);
    }

    /** How long the browser is to keep a session. */
    Duration left(Token session) {
        Instant now = clock.instant();
        return session.expires().map(end -> Duration.between(now, end)).orElse(Duration.ZERO);
    }

    CreatedToken make(AuthorizedRequest<NewToken> authorizedRequest, UserId owner) {
        NewToken wish = authorizedRequest.body();
        var tokenScope =
                new TokenScope(
                        wish.within(),
                        wish.only()
                                .map(
                                        some ->
                                                some.isEmpty()
                                                        ? EnumSet.noneOf(
                                                                slipway.base.Permission.class)
                                                        : EnumSet.copyOf(some)));
        var asked =
                new IdentityRequest.CreateToken(
                        owner,
                        wish.label(),
                        tokenScope,
                        Optional.of(clock.instant().plus(Duration.ofDays(wish.days()))));
        AccessControl.NewToken made =
                CommitWait.awaitAny(
                        accessControl.createToken(
                                authorizedRequest.principal(),
                                authorizedRequest.actor(),
                                asked,
                                authorizedRequest.details().key()),
                        authorizedRequest);
        return new CreatedToken(Optional.of(made.text()), made.token().id());
    }

    /** Only of this owner: a token of somebody else is not there. */
    void revoke(AuthorizedRequest<?> authorizedRequest, UserId owner) {
        String id = authorizedRequest.part(PathParameter.TOKEN);
        Token token =
                accessControl
                        .directory()
                        .tokensOf(owner)
                        .get(id)
                        .filter(there -> there.isLive(clock.instant()))
                        .orElseThrow(() -> IdentityProblems.noToken(id));
        CommitWait.await(
                accessControl.execute(
                        authorizedRequest.principal(),
                        authorizedRequest.actor(),
                        new IdentityRequest.RevokeToken(token.id()),
                        authorizedRequest.details().key()),
                authorizedRequest);
    }
}
