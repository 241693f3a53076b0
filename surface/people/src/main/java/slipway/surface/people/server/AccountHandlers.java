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

/** Handles the routes of a team's service accounts. */
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
                RouteHandler.keyed(TeamRoutes.ACCOUNT_MAKE, this::create),
                RouteHandler.done(TeamRoutes.ACCOUNT_CLOSE, this::close),
                RouteHandler.of(
                        TeamRoutes.ACCOUNT_TOKENS,
                        request -> tokenActions.list(request, account(request))),
                RouteHandler.keyed(
                        TeamRoutes.ACCOUNT_TOKEN_MAKE,
                        request -> tokenActions.create(request, account(request))),
                RouteHandler.done(
                        TeamRoutes.ACCOUNT_TOKEN_REVOKE,
                        request -> tokenActions.revoke(request, account(request))));
    }

    private void execute(AuthorizedRequest<?> request, IdentityRequest change) {
        CommitWait.await(
                accessControl.execute(
                        request.principal(), request.actor(), change, request.details().key()),
                request);
    }

    private ListPage<UserView> list(AuthorizedRequest<NoBody> request) {
        UserDirectory directory = accessControl.directory();
        String seen = CursorPaging.lastSeen(request.query()).orElse("");
        List<UserView> found =
                directory
                        .accountsOf(request.team())
                        .filter(user -> user.id().value().compareTo(seen) > 0)
                        .map(user -> PeopleViews.user(directory, user))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, view -> view.user().value());
    }

    private UserView create(AuthorizedRequest<NewAccount> request) {
        NewAccount account = request.body();
        execute(
                request,
                new IdentityRequest.CreateAccount(
                        account.account(),
                        request.team(),
                        account.shown(),
                        Optional.of(account.role())));
        UserDirectory directory = accessControl.directory();
        return directory
                .users()
                .get(account.account())
                .map(user -> PeopleViews.user(directory, user))
                .orElseThrow(() -> IdentityProblems.noUser(account.account()));
    }

    private void close(AuthorizedRequest<NoBody> request) {
        execute(request, new IdentityRequest.RemoveUser(account(request)));
    }

    /** An account of this team; an account of another team is reported as missing. */
    private UserId account(AuthorizedRequest<?> request) {
        var id = new UserId(request.part(PathParameter.ACCOUNT));
        return accessControl
                .directory()
                .users()
                .get(id)
                .filter(user -> user.team().equals(Optional.of(request.team())))
                .map(User::id)
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }
}
