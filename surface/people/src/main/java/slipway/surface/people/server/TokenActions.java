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

/** Lists, creates and revokes the tokens of an owner, for the routes of users, accounts and the caller. */
final class TokenActions {

    private final AccessControl accessControl;
    private final InstantSource clock;

    TokenActions(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    /** The owner's valid tokens. */
    ListPage<TokenView> list(AuthorizedRequest<?> request, UserId owner) {
        var all = accessControl.directory().tokensOf(owner);
        var now = clock.instant();
        List<TokenView> found =
                CursorPaging.lastSeen(request.query())
                        .map(all::after)
                        .orElseGet(all::entries)
                        .filter(entry -> entry.getValue().isLive(now))
                        .map(entry -> PeopleViews.token(accessControl, entry.getValue()))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, TokenView::token);
    }

    /** The remaining lifetime of a session, for its cookie. */
    Duration timeLeft(Token session) {
        Instant now = clock.instant();
        return session.expires().map(end -> Duration.between(now, end)).orElse(Duration.ZERO);
    }

    CreatedToken create(AuthorizedRequest<NewToken> request, UserId owner) {
        NewToken newToken = request.body();
        var scope =
                new TokenScope(
                        newToken.within(),
                        newToken.only()
                                .map(
                                        permissions ->
                                                permissions.isEmpty()
                                                        ? EnumSet.noneOf(
                                                                slipway.base.Permission.class)
                                                        : EnumSet.copyOf(permissions)));
        var creation =
                new IdentityRequest.CreateToken(
                        owner,
                        newToken.label(),
                        scope,
                        Optional.of(clock.instant().plus(Duration.ofDays(newToken.days()))));
        AccessControl.NewToken created =
                CommitWait.awaitAny(
                        accessControl.createToken(
                                request.principal(),
                                request.actor(),
                                creation,
                                request.details().key()),
                        request);
        return new CreatedToken(Optional.of(created.text()), created.token().id());
    }

    /** Revokes a token of this owner; a token of another owner is reported as missing. */
    void revoke(AuthorizedRequest<?> request, UserId owner) {
        String id = request.part(PathParameter.TOKEN);
        Token token =
                accessControl
                        .directory()
                        .tokensOf(owner)
                        .get(id)
                        .filter(candidate -> candidate.isLive(clock.instant()))
                        .orElseThrow(() -> IdentityProblems.noToken(id));
        CommitWait.await(
                accessControl.execute(
                        request.principal(),
                        request.actor(),
                        new IdentityRequest.RevokeToken(token.id()),
                        request.details().key()),
                request);
    }
}
