package slipway.server.api.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.guard.AccessControl;
import slipway.guard.IdentityRequest;
import slipway.guard.Missing;
import slipway.guard.UserDirectory;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.wire.form.ListPage;
import slipway.wire.form.NoBody;
import slipway.wire.guard.UserRoutes;
import slipway.wire.guard.UserRoutes.NewUser;
import slipway.wire.guard.UserRoutes.UserChange;
import slipway.wire.guard.UserView;
import slipway.wire.route.CursorPaging;
import slipway.wire.route.PathParameter;

/** Everybody who has an account. */
final class UserHandlers {

    private final AccessControl accessControl;
    private final Tokens tokenActions;

    UserHandlers(AccessControl accessControl, Tokens tokenActions) {
        this.accessControl = accessControl;
        this.tokenActions = tokenActions;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(UserRoutes.LIST, this::list),
                Binding.of(UserRoutes.ADD, this::add),
                Binding.of(UserRoutes.SHOW, authorizedRequest -> view(user(authorizedRequest))),
                Binding.of(UserRoutes.CHANGE, this::change),
                Binding.of(
                        UserRoutes.TOKENS,
                        authorizedRequest ->
                                tokenActions.list(authorizedRequest, known(authorizedRequest))),
                Binding.of(
                        UserRoutes.TOKEN_MAKE,
                        authorizedRequest ->
                                tokenActions.make(authorizedRequest, known(authorizedRequest))),
                Binding.done(
                        UserRoutes.TOKEN_REVOKE,
                        authorizedRequest ->
                                tokenActions.revoke(authorizedRequest, known(authorizedRequest))));
    }

    private ListPage<UserView> list(Call<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.people();
        Optional<UserId> seen =
                CursorPaging.lastSeen(authorizedRequest.query()).flatMap(UserId::parse);
        List<UserView> found =
                seen.map(userDirectory.users()::after)
                        .orElseGet(userDirectory.users()::entries)
                        .map(entry -> Views.user(userDirectory, entry.getValue()))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, view -> view.user().value());
    }

    private UserView add(Call<NewUser> authorizedRequest) {
        NewUser wish = authorizedRequest.body();
        ask(
                authorizedRequest,
                new IdentityRequest.CreatePerson(wish.user(), wish.shown(), wish.email()));
        return view(wish.user());
    }

    private UserView change(Call<UserChange> authorizedRequest) {
        UserChange wish = authorizedRequest.body();
        ask(
                authorizedRequest,
                new IdentityRequest.ChangeUser(
                        user(authorizedRequest), wish.shown(), wish.email(), wish.enabled()));
        return view(user(authorizedRequest));
    }

    private void ask(Call<?> authorizedRequest, IdentityRequest identityRequest) {
        Patience.await(
                accessControl.ask(
                        authorizedRequest.visitor(),
                        authorizedRequest.actor(),
                        identityRequest,
                        authorizedRequest.sent().key()),
                authorizedRequest);
    }

    private UserView view(UserId id) {
        UserDirectory userDirectory = accessControl.people();
        return userDirectory
                .users()
                .get(id)
                .map(user -> Views.user(userDirectory, user))
                .orElseThrow(() -> Missing.user(id));
    }

    private static UserId user(Call<?> authorizedRequest) {
        return new UserId(authorizedRequest.part(PathParameter.USER));
    }

    private UserId known(Call<?> authorizedRequest) {
        UserId id = user(authorizedRequest);
        if (!accessControl.people().users().has(id)) {
            throw Missing.user(id);
        }
        return id;
    }
}
