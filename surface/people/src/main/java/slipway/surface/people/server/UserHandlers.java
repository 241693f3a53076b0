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

/** Handles the routes of users. */
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
                RouteHandler.keyed(UserRoutes.ADD, this::add),
                RouteHandler.of(UserRoutes.SHOW, request -> view(user(request))),
                RouteHandler.of(UserRoutes.CHANGE, this::change),
                RouteHandler.of(
                        UserRoutes.TOKENS,
                        request -> tokenActions.list(request, existingUser(request))),
                RouteHandler.keyed(
                        UserRoutes.TOKEN_MAKE,
                        request -> tokenActions.create(request, existingUser(request))),
                RouteHandler.done(
                        UserRoutes.TOKEN_REVOKE,
                        request -> tokenActions.revoke(request, existingUser(request))));
    }

    private ListPage<UserView> list(AuthorizedRequest<NoBody> request) {
        UserDirectory directory = accessControl.directory();
        Optional<UserId> seen = CursorPaging.lastSeen(request.query()).flatMap(UserId::parse);
        List<UserView> found =
                seen.map(directory.users()::after)
                        .orElseGet(directory.users()::entries)
                        .map(entry -> PeopleViews.user(directory, entry.getValue()))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, view -> view.user().value());
    }

    private UserView add(AuthorizedRequest<NewUser> request) {
        NewUser user = request.body();
        execute(request, new IdentityRequest.CreatePerson(user.user(), user.shown(), user.email()));
        return view(user.user());
    }

    private UserView change(AuthorizedRequest<UserChange> request) {
        UserChange change = request.body();
        execute(
                request,
                new IdentityRequest.ChangeUser(
                        user(request),
                        change.shown(),
                        change.email().map("", email -> email),
                        change.enabled()));
        return view(user(request));
    }

    private void execute(AuthorizedRequest<?> request, IdentityRequest change) {
        CommitWait.await(
                accessControl.execute(
                        request.principal(), request.actor(), change, request.details().key()),
                request);
    }

    private UserView view(UserId id) {
        UserDirectory directory = accessControl.directory();
        return directory
                .users()
                .get(id)
                .map(user -> PeopleViews.user(directory, user))
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }

    private static UserId user(AuthorizedRequest<?> request) {
        return new UserId(request.part(PathParameter.USER));
    }

    private UserId existingUser(AuthorizedRequest<?> request) {
        UserId id = user(request);
        if (!accessControl.directory().users().containsKey(id)) {
            throw IdentityProblems.noUser(id);
        }
        return id;
    }
}
