package slipway.surface.people.server;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.identity.Grant;
import slipway.identity.Principal;
import slipway.identity.Team;
import slipway.identity.Token;
import slipway.identity.User;
import slipway.identity.UserDirectory;
import slipway.surface.people.server.PeoplePage.PersonRow;
import slipway.surface.people.server.PeoplePage.RoleIn;
import slipway.surface.people.server.PeoplePage.SecretRow;
import slipway.surface.people.server.PeoplePage.TeamRow;
import slipway.surface.web.page.ViewerPreferences;

/** The rows of teams, people and secrets that a viewer may see. Pure: made from one snapshot and one instant. */
record PeopleItems(
        Principal viewer, ViewerPreferences preferences, Instant now, TokenUseTimes useTimes) {

    private UserDirectory people() {
        return viewer.directory();
    }

    /** The visible teams within the selected one, each below its parent. */
    Stream<Team> teams() {
        return people().inTreeOrder()
                .filter(team -> !team.id().equals(TeamId.ALL))
                .filter(team -> viewer.sees(team.id()) && preferences.includes(team.id(), viewer));
    }

    TeamRow row(Team team) {
        List<Grant> members = people().membersOf(team.id()).values().toList();
        return new TeamRow(
                team.id().value(),
                team.title(),
                team.parent().filter(above -> !above.equals(TeamId.ALL)).map(TeamId::value),
                members.stream()
                        .filter(grant -> grant.role().filter(Role.LEAD::equals).isPresent())
                        .map(grant -> grant.holder().value())
                        .toList(),
                members.stream().filter(grant -> !isService(grant.holder())).count(),
                people().accountsOf(team.id()).count(),
                viewer.may(Permission.SECRETS_READ, team.id())
                        ? Optional.of((long) people().secretsOf(team.id()).size())
                        : Optional.empty(),
                team.made(),
                viewer.may(Permission.TEAM_WRITE, team.id()));
    }

    private boolean isService(UserId user) {
        return people().users().get(user).filter(User::isService).isPresent();
    }

    /** The users with a role in a visible team within the selected one; all users for an administrator. */
    Stream<User> users() {
        boolean all =
                preferences.team().isEmpty() && viewer.may(Permission.PEOPLE_READ, TeamId.ALL);
        return people().users()
                .values()
                .filter(user -> all || roles(user).findAny().isPresent())
                .sorted(Comparator.comparing(User::isService)); // people first, each by name
    }

    /** The roles of a user in the teams that the viewer may see. */
    Stream<Grant> roles(User user) {
        return people().rolesOf(user.id())
                .values()
                .filter(grant -> grant.role().isPresent() && viewer.sees(grant.team()))
                .filter(
                        grant ->
                                preferences.team().isEmpty()
                                        || grant.team().equals(TeamId.ALL)
                                        || preferences.includes(grant.team(), viewer));
    }

    PersonRow row(User user) {
        List<Token> tokens =
                people().tokensOf(user.id()).values().filter(token -> token.isLive(now)).toList();
        return new PersonRow(
                user.id().value(),
                user.name(),
                roles(user)
                        .map(
                                grant ->
                                        new RoleIn(
                                                grant.role().orElseThrow().wireName(),
                                                grant.team().value()))
                        .toList(),
                signInMethod(user),
                tokens.stream().filter(token -> !token.isSession()).count(),
                people().tokensOf(user.id())
                        .keys()
                        .flatMap(token -> useTimes.lastUse(token).stream())
                        .map(Token.Use::at)
                        .max(Comparator.naturalOrder()),
                user.enabled());
    }

    private static String signInMethod(User user) {
        return user.isService()
                ? "Service account"
                : user.identity().isPresent() ? "Single sign-on" : "Token";
    }

    /** Whether a row matches by name, team or role. */
    static boolean matches(PersonRow row, String words) {
        return row.id().contains(words)
                || row.shown().toLowerCase(java.util.Locale.ROOT).contains(words)
                || row.roles().stream()
                        .anyMatch(in -> in.role().startsWith(words) || in.team().contains(words));
    }

    Stream<SecretRow> secrets() {
        return Stream.concat(people().teams().get(TeamId.ALL).stream(), teams())
                .filter(team -> viewer.may(Permission.SECRETS_READ, team.id()))
                .flatMap(
                        team ->
                                people().secretsOf(team.id())
                                        .values()
                                        .map(
                                                secret ->
                                                        new SecretRow(
                                                                secret.name(),
                                                                team.id().value(),
                                                                secret.at(),
                                                                secret.setBy().value(),
                                                                viewer.may(
                                                                        Permission.SECRETS_WRITE,
                                                                        team.id()))));
    }

    /** The names of the teams in which the viewer has a permission. */
    List<String> teamsWith(Permission permission) {
        return people().teams()
                .keys()
                .filter(team -> viewer.may(permission, team))
                .map(TeamId::value)
                .toList();
    }
}
