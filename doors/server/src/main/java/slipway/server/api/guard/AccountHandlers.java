package slipway.server.api.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.UserId;
import slipway.guard.Guard;
import slipway.guard.Missing;
import slipway.guard.People;
import slipway.guard.Request;
import slipway.guard.User;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.guard.TeamRoutes.NewAccount;
import slipway.wire.guard.UserView;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;

/** The service accounts of a team. */
final class AccountHandlers {

    private final Guard guard;
    private final Tokens tokens;

    AccountHandlers(Guard guard, Tokens tokens) {
        this.guard = guard;
        this.tokens = tokens;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(TeamRoutes.ACCOUNT_LIST, this::list),
                Binding.of(TeamRoutes.ACCOUNT_MAKE, this::make),
                Binding.done(TeamRoutes.ACCOUNT_CLOSE, this::close),
                Binding.of(TeamRoutes.ACCOUNT_TOKENS, call -> tokens.list(call, account(call))),
                Binding.of(TeamRoutes.ACCOUNT_TOKEN_MAKE, call -> tokens.make(call, account(call))),
                Binding.done(
                        TeamRoutes.ACCOUNT_TOKEN_REVOKE,
                        call -> tokens.revoke(call, account(call))));
    }

    private void ask(Call<?> call, Request request) {
        Patience.await(guard.ask(call.visitor(), call.actor(), request, call.sent().key()), call);
    }

    private Page<UserView> list(Call<Nothing> call) {
        People people = guard.people();
        String seen = Paging.lastSeen(call.query()).orElse("");
        List<UserView> found =
                people.accountsOf(call.team())
                        .filter(user -> user.id().value().compareTo(seen) > 0)
                        .map(user -> Views.user(people, user))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, view -> view.user().value());
    }

    private UserView make(Call<NewAccount> call) {
        NewAccount wish = call.body();
        ask(
                call,
                new Request.CreateAccount(
                        wish.account(), call.team(), wish.shown(), Optional.of(wish.role())));
        People people = guard.people();
        return people.users()
                .get(wish.account())
                .map(user -> Views.user(people, user))
                .orElseThrow(() -> Missing.user(wish.account()));
    }

    private void close(Call<Nothing> call) {
        ask(call, new Request.RemoveUser(account(call)));
    }

    /** One of this very team: another team's account is not there. */
    private UserId account(Call<?> call) {
        var id = new UserId(call.part(PathPart.ACCOUNT));
        return guard.people()
                .users()
                .get(id)
                .filter(user -> user.team().equals(Optional.of(call.team())))
                .map(User::id)
                .orElseThrow(() -> Missing.user(id));
    }
}
