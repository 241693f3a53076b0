package slipway.surface.people.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.identity.AccessControl;
import slipway.identity.Grant;
import slipway.identity.IdentityProblems;
import slipway.identity.IdentityRequest;
import slipway.identity.Principal;
import slipway.identity.Team;
import slipway.identity.UserDirectory;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.people.api.TeamRoutes.NewTeam;
import slipway.surface.people.api.TeamRoutes.RoleChange;
import slipway.surface.people.api.TeamRoutes.SecretValue;
import slipway.surface.people.api.TeamRoutes.SecretView;
import slipway.surface.people.api.TeamRoutes.TeamChange;
import slipway.surface.people.api.TeamView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Handles the routes of teams, their members and secrets. */
final class TeamHandlers {

    private final AccessControl accessControl;
    private final InstantSource clock;

    TeamHandlers(AccessControl accessControl, InstantSource clock) {
        this.accessControl = accessControl;
        this.clock = clock;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(TeamRoutes.LIST, this::list),
                RouteHandler.of(TeamRoutes.SHOW, request -> view(request, request.team())),
                RouteHandler.keyed(TeamRoutes.FOUND, this::create),
                RouteHandler.of(TeamRoutes.CHANGE, this::change),
                RouteHandler.done(
                        TeamRoutes.REMOVE,
                        request ->
                                execute(request, new IdentityRequest.RemoveTeam(request.team()))),
                RouteHandler.of(TeamRoutes.MEMBERS, this::members),
                RouteHandler.of(TeamRoutes.SET_ROLE, this::grantRole),
                RouteHandler.done(TeamRoutes.TAKE_ROLE, this::removeRole),
                RouteHandler.of(TeamRoutes.SECRETS, this::secrets),
                RouteHandler.of(TeamRoutes.SECRET_SET, this::storeSecret),
                RouteHandler.done(
                        TeamRoutes.SECRET_REMOVE,
                        request ->
                                execute(
                                        request,
                                        new IdentityRequest.RemoveSecret(
                                                request.team(),
                                                request.part(PathParameter.SECRET)))));
    }

    private void execute(AuthorizedRequest<?> request, IdentityRequest change) {
        CommitWait.await(
                accessControl.execute(
                        request.principal(), request.actor(), change, request.details().key()),
                request);
    }

    private ListPage<TeamView> list(AuthorizedRequest<NoBody> request) {
        UserDirectory directory = accessControl.directory();
        Optional<TeamId> seen = CursorPaging.lastSeen(request.query()).flatMap(TeamId::parse);
        Stream<Map.Entry<TeamId, Team>> rest =
                seen.map(directory.teams()::after).orElseGet(directory.teams()::entries);
        List<TeamView> found =
                rest.map(Map.Entry::getValue)
                        .filter(team -> request.principal().sees(team.id()))
                        .map(team -> PeopleViews.team(request.principal(), directory, team))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, view -> view.team().value());
    }

    private TeamView view(AuthorizedRequest<?> request, TeamId id) {
        UserDirectory directory = accessControl.directory();
        Team team = directory.teams().get(id).orElseThrow(() -> IdentityProblems.noTeam(id));
        // The creator of a team sees it only in a newer snapshot than the one of the request.
        Principal current =
                accessControl
                        .recheck(request.principal(), clock.instant())
                        .orElse(request.principal());
        return PeopleViews.team(current, directory, team);
    }

    private TeamView create(AuthorizedRequest<NewTeam> request) {
        TeamId team = request.body().team();
        String title = request.body().title().orElse(team.value());
        execute(request, new IdentityRequest.CreateTeam(team, request.team(), title));
        return view(request, team);
    }

    private TeamView change(AuthorizedRequest<TeamChange> request) {
        execute(
                request,
                new IdentityRequest.ChangeTeam(
                        request.team(),
                        request.body().title().map(request.team().value(), title -> title),
                        request.body().parent()));
        return view(request, request.team());
    }

    /** The members with a role in the team itself; a role from a parent team is listed there. */
    private ListPage<MemberView> members(AuthorizedRequest<NoBody> request) {
        UserDirectory directory = accessControl.directory();
        var all = directory.membersOf(request.team());
        Optional<UserId> seen = CursorPaging.lastSeen(request.query()).flatMap(UserId::parse);
        Stream<Map.Entry<UserId, Grant>> rest = seen.map(all::after).orElseGet(all::entries);
        List<MemberView> found =
                rest.map(entry -> PeopleViews.member(directory, entry.getValue(), request.team()))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, view -> view.user().value());
    }

    private MemberView grantRole(AuthorizedRequest<RoleChange> request) {
        Role role = request.body().role();
        UserId user = user(request);
        execute(request, new IdentityRequest.SetRole(user, request.team(), Optional.of(role)));
        UserDirectory directory = accessControl.directory();
        return directory
                .membersOf(request.team())
                .get(user)
                .map(grant -> PeopleViews.member(directory, grant, request.team()))
                .orElseThrow(() -> IdentityProblems.noUser(user));
    }

    private void removeRole(AuthorizedRequest<NoBody> request) {
        execute(
                request,
                new IdentityRequest.SetRole(user(request), request.team(), Optional.empty()));
    }

    private static UserId user(AuthorizedRequest<?> request) {
        return new UserId(request.part(PathParameter.USER));
    }

    private ListPage<SecretView> secrets(AuthorizedRequest<NoBody> request) {
        var all = accessControl.directory().secretsOf(request.team());
        Optional<String> seen = CursorPaging.lastSeen(request.query());
        List<SecretView> found =
                seen.map(all::after)
                        .orElseGet(all::entries)
                        .map(entry -> PeopleViews.secret(entry.getValue()))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, SecretView::secret);
    }

    private SecretView storeSecret(AuthorizedRequest<SecretValue> request) {
        String name = request.part(PathParameter.SECRET);
        var value =
                new AccessControl.SecretValue(
                        request.team(),
                        name,
                        request.body().value().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        CommitWait.await(
                accessControl.storeSecret(
                        request.principal(), request.actor(), value, request.details().key()),
                request);
        return accessControl
                .directory()
                .secretsOf(request.team())
                .get(name)
                .map(PeopleViews::secret)
                .orElseThrow(() -> IdentityProblems.noSecret(request.team(), name));
    }
}
