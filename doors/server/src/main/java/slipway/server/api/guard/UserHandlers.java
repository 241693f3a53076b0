package slipway.server.api.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.guard.Guard;
import slipway.guard.Missing;
import slipway.guard.People;
import slipway.guard.Request;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.guard.UserRoutes;
import slipway.wire.guard.UserRoutes.NewUser;
import slipway.wire.guard.UserRoutes.UserChange;
import slipway.wire.guard.UserView;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;

/** Everybody who has an account. */
final class UserHandlers {

    private final Guard guard;
    private final Tokens tokens;

    UserHandlers(Guard guard, Tokens tokens) {
        this.guard = guard;
        this.tokens = tokens;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(UserRoutes.LIST, this::list),
                Binding.of(UserRoutes.ADD, this::add),
                Binding.of(UserRoutes.SHOW, call -> view(user(call))),
                Binding.of(UserRoutes.CHANGE, this::change),
                Binding.of(UserRoutes.TOKENS, call -> tokens.list(call, known(call))),
                Binding.of(UserRoutes.TOKEN_MAKE, call -> tokens.make(call, known(call))),
                Binding.done(UserRoutes.TOKEN_REVOKE, call -> tokens.revoke(call, known(call))));
    }

    private Page<UserView> list(Call<Nothing> call) {
        People people = guard.people();
        Optional<UserId> seen = Paging.lastSeen(call.query()).flatMap(UserId::parse);
        List<UserView> found =
                seen.map(people.users()::after)
                        .orElseGet(people.users()::entries)
                        .map(entry -> Views.user(people, entry.getValue()))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, view -> view.user().value());
    }

    private UserView add(Call<NewUser> call) {
        NewUser wish = call.body();
        ask(call, new Request.CreatePerson(wish.user(), wish.shown(), wish.email()));
        return view(wish.user());
    }

    private UserView change(Call<UserChange> call) {
        UserChange wish = call.body();
        ask(call, new Request.ChangeUser(user(call), wish.shown(), wish.email(), wish.enabled()));
        return view(user(call));
    }

    private void ask(Call<?> call, Request request) {
        Patience.await(guard.ask(call.visitor(), call.actor(), request, call.sent().key()), call);
    }

    private UserView view(UserId id) {
        People people = guard.people();
        return people.users()
                .get(id)
                .map(user -> Views.user(people, user))
                .orElseThrow(() -> Missing.user(id));
    }

    private static UserId user(Call<?> call) {
        return new UserId(call.part(PathPart.USER));
    }

    private UserId known(Call<?> call) {
        UserId id = user(call);
        if (!guard.people().users().has(id)) {
            throw Missing.user(id);
        }
        return id;
    }
}
