package slipway.server.api.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.guard.AccessControl;
import slipway.guard.IdentityRequest;
import slipway.guard.Missing;
import slipway.guard.User;
import slipway.guard.UserDirectory;
import slipway.server.api.AuthorizedRequest;
import slipway.server.api.CommitWait;
import slipway.server.api.RouteHandler;
import slipway.wire.form.ListPage;
import slipway.wire.form.NoBody;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.guard.TeamRoutes.NewAccount;
import slipway.wire.guard.UserView;
import slipway.wire.route.CursorPaging;
import slipway.wire.route.PathParameter;

/** The service accounts of a team. */
final class AccountHandlers {

    private final AccessControl accessControl;
    private final TokenActions tokenActions;

    AccountHandlers(AccessControl accessControl, TokenActions tokenActions) {
        this.accessControl = accessControl;
        this.tokenActions = tokenActions;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(TeamRoutes.ACCOUNT_LIST, this::list),
                RouteHandler.of(TeamRoutes.ACCOUNT_MAKE, this::make),
                RouteHandler.done(TeamRoutes.ACCOUNT_CLOSE, this::close),
                RouteHandler.of(
                        TeamRoutes.ACCOUNT_TOKENS,
                        authorizedRequest ->
                                tokenActions.list(authorizedRequest, account(authorizedRequest))),
                RouteHandler.of(
                        TeamRoutes.ACCOUNT_TOKEN_MAKE,
                        authorizedRequest ->
                                tokenActions.make(authorizedRequest, account(authorizedRequest))),
                RouteHandler.done(
                        TeamRoutes.ACCOUNT_TOKEN_REVOKE,
                        authorizedRequest ->
                                tokenActions.revoke(
                                        authorizedRequest, account(authorizedRequest))));
    }

    private void ask(AuthorizedRequest<?> authorizedRequest, IdentityRequest identityRequest) {
        CommitWait.await(
                accessControl.ask(
                        authorizedRequest.visitor(),
                        authorizedRequest.actor(),
                        identityRequest,
                        authorizedRequest.sent().key()),
                authorizedRequest);
    }

    private ListPage<UserView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.people();
        String seen = CursorPaging.lastSeen(authorizedRequest.query()).orElse("");
        List<UserView> found =
                userDirectory
                        .accountsOf(authorizedRequest.team())
                        .filter(user -> user.id().value().compareTo(seen) > 0)
                        .map(user -> PeopleViews.user(userDirectory, user))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, view -> view.user().value());
    }

    private UserView make(AuthorizedRequest<NewAccount> authorizedRequest) {
        NewAccount wish = authorizedRequest.body();
        ask(
                authorizedRequest,
                new IdentityRequest.CreateAccount(
                        wish.account(),
                        authorizedRequest.team(),
                        wish.shown(),
                        Optional.of(wish.role())));
        UserDirectory userDirectory = accessControl.people();
        return userDirectory
                .users()
                .get(wish.account())
                .map(user -> PeopleViews.user(userDirectory, user))
                .orElseThrow(() -> Missing.user(wish.account()));
    }

    private void close(AuthorizedRequest<NoBody> authorizedRequest) {
        ask(authorizedRequest, new IdentityRequest.RemoveUser(account(authorizedRequest)));
    }

    /** One of this very team: another team's account is not there. */
    private UserId account(AuthorizedRequest<?> authorizedRequest) {
        var id = new UserId(authorizedRequest.part(PathParameter.ACCOUNT));
        return accessControl
                .people()
                .users()
                .get(id)
                .filter(user -> user.team().equals(Optional.of(authorizedRequest.team())))
                .map(User::id)
                .orElseThrow(() -> Missing.user(id));
    }
}
