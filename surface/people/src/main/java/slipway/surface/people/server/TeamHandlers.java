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

/** Teams, the people in them, and their secrets. */
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
                RouteHandler.of(
                        TeamRoutes.SHOW,
                        authorizedRequest -> view(authorizedRequest, authorizedRequest.team())),
                RouteHandler.of(TeamRoutes.FOUND, this::found),
                RouteHandler.of(TeamRoutes.CHANGE, this::change),
                RouteHandler.done(
                        TeamRoutes.REMOVE,
                        authorizedRequest ->
                                ask(
                                        authorizedRequest,
                                        new IdentityRequest.RemoveTeam(authorizedRequest.team()))),
                RouteHandler.of(TeamRoutes.MEMBERS, this::members),
                RouteHandler.of(TeamRoutes.SET_ROLE, this::giveRole),
                RouteHandler.done(TeamRoutes.TAKE_ROLE, this::takeRole),
                RouteHandler.of(TeamRoutes.SECRETS, this::secrets),
                RouteHandler.of(TeamRoutes.SECRET_SET, this::keepSecret),
                RouteHandler.done(
                        TeamRoutes.SECRET_REMOVE,
                        authorizedRequest ->
                                ask(
                                        authorizedRequest,
                                        new IdentityRequest.RemoveSecret(
                                                authorizedRequest.team(),
                                                authorizedRequest.part(PathParameter.SECRET)))));
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

    private ListPage<TeamView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.directory();
        Optional<TeamId> seen =
                CursorPaging.lastSeen(authorizedRequest.query()).flatMap(TeamId::parse);
        Stream<Map.Entry<TeamId, Team>> rest =
                seen.map(userDirectory.teams()::after).orElseGet(userDirectory.teams()::entries);
        List<TeamView> found =
                rest.map(Map.Entry::getValue)
                        .filter(team -> authorizedRequest.principal().sees(team.id()))
                        .map(
                                team ->
                                        PeopleViews.team(
                                                authorizedRequest.principal(), userDirectory, team))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, view -> view.team().value());
    }

    private TeamView view(AuthorizedRequest<?> authorizedRequest, TeamId id) {
        UserDirectory userDirectory = accessControl.directory();
        Team team = userDirectory.teams().get(id).orElseThrow(() -> IdentityProblems.noTeam(id));
        // Who has just founded or moved a team sees it in a newer picture than the one it came
        // with.
        Principal now =
                accessControl
                        .recheck(authorizedRequest.principal(), clock.instant())
                        .orElse(authorizedRequest.principal());
        return PeopleViews.team(now, userDirectory, team);
    }

    private TeamView found(AuthorizedRequest<NewTeam> authorizedRequest) {
        TeamId team = authorizedRequest.body().team();
        String title = authorizedRequest.body().title().orElse(team.value());
        ask(
                authorizedRequest,
                new IdentityRequest.CreateTeam(team, authorizedRequest.team(), title));
        return view(authorizedRequest, team);
    }

    private TeamView change(AuthorizedRequest<TeamChange> authorizedRequest) {
        ask(
                authorizedRequest,
                new IdentityRequest.ChangeTeam(
                        authorizedRequest.team(),
                        authorizedRequest.body().title(),
                        authorizedRequest.body().parent()));
        return view(authorizedRequest, authorizedRequest.team());
    }

    /** Those with a role in the team itself; whose role holds from above stands in the team above. */
    private ListPage<MemberView> members(AuthorizedRequest<NoBody> authorizedRequest) {
        UserDirectory userDirectory = accessControl.directory();
        var all = userDirectory.membersOf(authorizedRequest.team());
        Optional<UserId> seen =
                CursorPaging.lastSeen(authorizedRequest.query()).flatMap(UserId::parse);
        Stream<Map.Entry<UserId, Grant>> rest = seen.map(all::after).orElseGet(all::entries);
        List<MemberView> found =
                rest.map(
                                entry ->
                                        PeopleViews.member(
                                                userDirectory,
                                                entry.getValue(),
                                                authorizedRequest.team()))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, view -> view.user().value());
    }

    private MemberView giveRole(AuthorizedRequest<RoleChange> authorizedRequest) {
        Role role = authorizedRequest.body().role();
        UserId user = user(authorizedRequest);
        ask(
                authorizedRequest,
                new IdentityRequest.SetRole(user, authorizedRequest.team(), Optional.of(role)));
        UserDirectory userDirectory = accessControl.directory();
        return userDirectory
                .membersOf(authorizedRequest.team())
                .get(user)
                .map(grant -> PeopleViews.member(userDirectory, grant, authorizedRequest.team()))
                .orElseThrow(() -> IdentityProblems.noUser(user));
    }

    private void takeRole(AuthorizedRequest<NoBody> authorizedRequest) {
        ask(
                authorizedRequest,
                new IdentityRequest.SetRole(
                        user(authorizedRequest), authorizedRequest.team(), Optional.empty()));
    }

    private static UserId user(AuthorizedRequest<?> authorizedRequest) {
        return new UserId(authorizedRequest.part(PathParameter.USER));
    }

    private ListPage<SecretView> secrets(AuthorizedRequest<NoBody> authorizedRequest) {
        var all = accessControl.directory().secretsOf(authorizedRequest.team());
        Optional<String> seen = CursorPaging.lastSeen(authorizedRequest.query());
        List<SecretView> found =
                seen.map(all::after)
                        .orElseGet(all::entries)
                        .map(entry -> PeopleViews.secret(entry.getValue()))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, SecretView::secret);
    }

    private SecretView keepSecret(AuthorizedRequest<SecretValue> authorizedRequest) {
        String name = authorizedRequest.part(PathParameter.SECRET);
        var value =
                new AccessControl.SecretValue(
                        authorizedRequest.team(),
                        name,
                        authorizedRequest
                                .body()
                                .value()
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        CommitWait.await(
                accessControl.storeSecret(
                        authorizedRequest.principal(),
                        authorizedRequest.actor(),
                        value,
                        authorizedRequest.details().key()),
                authorizedRequest);
        return accessControl
                .directory()
                .secretsOf(authorizedRequest.team())
                .get(name)
                .map(PeopleViews::secret)
                .orElseThrow(() -> IdentityProblems.noSecret(authorizedRequest.team(), name));
    }
}
