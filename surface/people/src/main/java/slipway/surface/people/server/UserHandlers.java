package slipway.surface.people.server;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.identity.AccessControl;
import slipway.identity.IdentityProblems;
import slipway.identity.IdentityRequest;
import slipway.identity.UserDirectory;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserRoutes.NewUser;
import slipway.surface.people.api.UserRoutes.UserChange;
import slipway.surface.people.api.UserView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Everybody who has an account. */
final class UserHandlers {

    private final AccessControl accessControl;
    private final TokenActions tokenActions;

    UserHandlers(AccessControl accessControl, TokenActions tokenActions) {
        this.accessControl = accessControl;
        this.tokenActions = tokenActions;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(UserRoutes.LIST, this::list),
                RouteHandler.of(UserRoutes.ADD, this::add),
                RouteHandler.of(
                        UserRoutes.SHOW, authorizedRequest -> view(user(authorizedRequest))),
                RouteHandler.of(UserRoutes.CHANGE, this::change),
                RouteHandler.of(
                        UserRoutes.TOKENS,
                        authorizedRequest ->
                                tokenActions.list(authorizedRequest, known(authorizedRequest))),
                RouteHandler.of(
                        UserRoutes.TOKEN_MAKE,
                        authorizedRequest ->
                                tokenActions.make(authorizedRequest, known(authorizedRequest))),
                RouteHandler.done(
                        UserRoutes.TOKEN_REVOKE,
                        authorizedRequest ->
                                tokenActions.revoke(authorizedRequest, known(authorizedRequest))));
    }

    private ListPage<UserView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.directory();
        Optional<UserId> seen =
                CursorPaging.lastSeen(authorizedRequest.query()).flatMap(UserId::parse);
        List<UserView> found =
                seen.map(userDirectory.users()::after)
                        .orElseGet(userDirectory.users()::entries)
                        .map(entry -> PeopleViews.user(userDirectory, entry.getValue()))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, view -> view.user().value());
    }

    private UserView add(AuthorizedRequest<NewUser> authorizedRequest) {
        NewUser wish = authorizedRequest.body();
        ask(
                authorizedRequest,
                new IdentityRequest.CreatePerson(wish.user(), wish.shown(), wish.email()));
        return view(wish.user());
    }

    private UserView change(AuthorizedRequest<UserChange> authorizedRequest) {
        UserChange wish = authorizedRequest.body();
        ask(
                authorizedRequest,
                new IdentityRequest.ChangeUser(
                        user(authorizedRequest), wish.shown(), wish.email(), wish.enabled()));
        return view(user(authorizedRequest));
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

    private UserView view(UserId id) {
        UserDirectory userDirectory = accessControl.directory();
        return userDirectory
                .users()
                .get(id)
                .map(user -> PeopleViews.user(userDirectory, user))
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }

    private static UserId user(AuthorizedRequest<?> authorizedRequest) {
        return new UserId(authorizedRequest.part(PathParameter.USER));
    }

    private UserId known(AuthorizedRequest<?> authorizedRequest) {
        UserId id = user(authorizedRequest);
        if (!accessControl.directory().users().containsKey(id)) {
            throw IdentityProblems.noUser(id);
        }
        return id;
    }
}
