package slipway.surface.people.server;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.identity.AccessControl;
import slipway.identity.IdentityProblems;
import slipway.identity.IdentityRequest;
import slipway.identity.User;
import slipway.identity.UserDirectory;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.NewAccount;
import slipway.surface.people.api.UserView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

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
                accessControl.execute(
                        authorizedRequest.principal(),
                        authorizedRequest.actor(),
                        identityRequest,
                        authorizedRequest.details().key()),
                authorizedRequest);
    }

    private ListPage<UserView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.directory();
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
        UserDirectory userDirectory = accessControl.directory();
        return userDirectory
                .users()
                .get(wish.account())
                .map(user -> PeopleViews.user(userDirectory, user))
                .orElseThrow(() -> IdentityProblems.noUser(wish.account()));
    }

    private void close(AuthorizedRequest<NoBody> authorizedRequest) {
        ask(authorizedRequest, new IdentityRequest.RemoveUser(account(authorizedRequest)));
    }

    /** One of this very team: another team's account is not there. */
    private UserId account(AuthorizedRequest<?> authorizedRequest) {
        var id = new UserId(authorizedRequest.part(PathParameter.ACCOUNT));
        return accessControl
                .directory()
                .users()
                .get(id)
                .filter(user -> user.team().equals(Optional.of(authorizedRequest.team())))
                .map(User::id)
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }
}
