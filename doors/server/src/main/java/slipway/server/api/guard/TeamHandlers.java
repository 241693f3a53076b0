package slipway.server.api.guard;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.guard.Grant;
import slipway.guard.Guard;
import slipway.guard.Missing;
import slipway.guard.People;
import slipway.guard.Request;
import slipway.guard.Team;
import slipway.guard.Visitor;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.guard.TeamRoutes.MemberView;
import slipway.wire.guard.TeamRoutes.NewTeam;
import slipway.wire.guard.TeamRoutes.RoleChange;
import slipway.wire.guard.TeamRoutes.SecretValue;
import slipway.wire.guard.TeamRoutes.SecretView;
import slipway.wire.guard.TeamRoutes.TeamChange;
import slipway.wire.guard.TeamView;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;

/** Teams, the people in them, and their secrets. */
final class TeamHandlers {

    private final Guard guard;
    private final InstantSource clock;

    TeamHandlers(Guard guard, InstantSource clock) {
        this.guard = guard;
        this.clock = clock;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(TeamRoutes.LIST, this::list),
                Binding.of(TeamRoutes.SHOW, call -> view(call, call.team())),
                Binding.of(TeamRoutes.FOUND, this::found),
                Binding.of(TeamRoutes.CHANGE, this::change),
                Binding.done(
                        TeamRoutes.REMOVE, call -> ask(call, new Request.RemoveTeam(call.team()))),
                Binding.of(TeamRoutes.MEMBERS, this::members),
                Binding.of(TeamRoutes.SET_ROLE, this::giveRole),
                Binding.done(TeamRoutes.TAKE_ROLE, this::takeRole),
                Binding.of(TeamRoutes.SECRETS, this::secrets),
                Binding.of(TeamRoutes.SECRET_SET, this::keepSecret),
                Binding.done(
                        TeamRoutes.SECRET_REMOVE,
                        call ->
                                ask(
                                        call,
                                        new Request.RemoveSecret(
                                                call.team(), call.part(PathPart.SECRET)))));
    }

    private void ask(Call<?> call, Request request) {
        Patience.await(guard.ask(call.visitor(), call.actor(), request, call.sent().key()), call);
    }

    private Page<TeamView> list(Call<Nothing> call) {
        People people = guard.people();
        Optional<TeamId> seen = Paging.lastSeen(call.query()).flatMap(TeamId::parse);
        Stream<Map.Entry<TeamId, Team>> rest =
                seen.map(people.teams()::after).orElseGet(people.teams()::entries);
        List<TeamView> found =
                rest.map(Map.Entry::getValue)
                        .filter(team -> call.visitor().sees(team.id()))
                        .map(team -> Views.team(call.visitor(), people, team))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, view -> view.team().value());
    }

    private TeamView view(Call<?> call, TeamId id) {
        People people = guard.people();
        Team team = people.teams().get(id).orElseThrow(() -> Missing.team(id));
        // Who has just founded or moved a team sees it in a newer picture than the one it came
        // with.
        Visitor now = guard.again(call.visitor(), clock.instant()).orElse(call.visitor());
        return Views.team(now, people, team);
    }

    private TeamView found(Call<NewTeam> call) {
        TeamId team = call.body().team();
        String title = call.body().title().orElse(team.value());
        ask(call, new Request.CreateTeam(team, call.team(), title));
        return view(call, team);
    }

    private TeamView change(Call<TeamChange> call) {
        ask(call, new Request.ChangeTeam(call.team(), call.body().title(), call.body().parent()));
        return view(call, call.team());
    }

    /** Those with a role in the team itself; whose role holds from above stands in the team above. */
    private Page<MemberView> members(Call<Nothing> call) {
        People people = guard.people();
        var all = people.membersOf(call.team());
        Optional<UserId> seen = Paging.lastSeen(call.query()).flatMap(UserId::parse);
        Stream<Map.Entry<UserId, Grant>> rest = seen.map(all::after).orElseGet(all::entries);
        List<MemberView> found =
                rest.map(entry -> Views.member(people, entry.getValue(), call.team()))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, view -> view.user().value());
    }

    private MemberView giveRole(Call<RoleChange> call) {
        Role role = call.body().role();
        UserId user = user(call);
        ask(call, new Request.SetRole(user, call.team(), Optional.of(role)));
        People people = guard.people();
        return people.membersOf(call.team())
                .get(user)
                .map(grant -> Views.member(people, grant, call.team()))
                .orElseThrow(() -> Missing.user(user));
    }

    private void takeRole(Call<Nothing> call) {
        ask(call, new Request.SetRole(user(call), call.team(), Optional.empty()));
    }

    private static UserId user(Call<?> call) {
        return new UserId(call.part(PathPart.USER));
    }

    private Page<SecretView> secrets(Call<Nothing> call) {
        var all = guard.people().secretsOf(call.team());
        Optional<String> seen = Paging.lastSeen(call.query());
        List<SecretView> found =
                seen.map(all::after)
                        .orElseGet(all::entries)
                        .map(entry -> Views.secret(entry.getValue()))
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(call.query(), found, SecretView::secret);
    }

    private SecretView keepSecret(Call<SecretValue> call) {
        String name = call.part(PathPart.SECRET);
        var value =
                new Guard.SecretValue(
                        call.team(),
                        name,
                        call.body().value().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Patience.await(guard.set(call.visitor(), call.actor(), value, call.sent().key()), call);
        return guard.people()
                .secretsOf(call.team())
                .get(name)
                .map(Views::secret)
                .orElseThrow(() -> Missing.secret(call.team(), name));
    }
}
