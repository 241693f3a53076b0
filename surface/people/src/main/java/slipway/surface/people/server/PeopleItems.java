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

/** Teams, people and secrets as one visitor sees them. Pure: one picture, one moment. */
record PeopleItems(Principal visitor, ViewerPreferences choice, Instant now, TokenUseTimes uses) {

    private UserDirectory people() {
        return visitor.directory();
    }

    /** Those that are seen and chosen, each below its own. */
    Stream<Team> teams() {
        return people().inTreeOrder()
                .filter(team -> !team.id().equals(TeamId.ALL))
                .filter(team -> visitor.sees(team.id()) && choice.includes(team.id(), visitor));
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
                visitor.may(Permission.SECRETS_READ, team.id())
                        ? Optional.of((long) people().secretsOf(team.id()).size())
                        : Optional.empty(),
                team.made(),
                visitor.may(Permission.TEAM_WRITE, team.id()));
    }

    private boolean isService(UserId user) {
        return people().users().get(user).filter(User::isService).isPresent();
    }

    /** Whoever has a role in a team that is seen and chosen; all of them for whoever may see everybody. */
    Stream<User> users() {
        boolean everybody =
                choice.team().isEmpty() && visitor.may(Permission.PEOPLE_READ, TeamId.ALL);
        return people().users()
                .values()
                .filter(user -> everybody || roles(user).findAny().isPresent())
                .sorted(Comparator.comparing(User::isService)); // people first, each by name
    }

    /** What somebody is where the visitor may know it. */
    Stream<Grant> roles(User user) {
        return people().rolesOf(user.id())
                .values()
                .filter(grant -> grant.role().isPresent() && visitor.sees(grant.team()))
                .filter(
                        grant ->
                                choice.team().isEmpty()
                                        || grant.team().equals(TeamId.ALL)
                                        || choice.includes(grant.team(), visitor));
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
                comesBy(user),
                tokens.stream().filter(token -> !token.isSession()).count(),
                people().tokensOf(user.id())
                        .keys()
                        .flatMap(token -> uses.last(token).stream())
                        .map(Token.Use::at)
                        .max(Comparator.naturalOrder()),
                user.enabled());
    }

    private static String comesBy(User user) {
        return user.isService()
                ? "Service account"
                : user.identity().isPresent() ? "Single sign-on" : "Token";
    }

    /** By name, team or role, as the field says. */
    static boolean matches(PersonRow row, String words) {
        return row.id().contains(words)
                || row.shown().toLowerCase(java.util.Locale.ROOT).contains(words)
                || row.roles().stream()
                        .anyMatch(in -> in.role().startsWith(words) || in.team().contains(words));
    }

    Stream<SecretRow> secrets() {
        return Stream.concat(people().teams().get(TeamId.ALL).stream(), teams())
                .filter(team -> visitor.may(Permission.SECRETS_READ, team.id()))
                .flatMap(
                        team ->
                                people().secretsOf(team.id())
                                        .values()
                                        .map(
                                                teamSecret ->
                                                        new SecretRow(
                                                                teamSecret.name(),
                                                                team.id().value(),
                                                                teamSecret.at(),
                                                                teamSecret.setBy().value(),
                                                                visitor.may(
                                                                        Permission.SECRETS_WRITE,
                                                                        team.id()))));
    }

    /** Teams in which the visitor may do something, by name. */
    List<String> where(Permission permission, boolean everywhereToo) {
        return people().teams()
                .keys()
                .filter(team -> everywhereToo || !team.equals(TeamId.ALL))
                .filter(team -> visitor.may(permission, team))
                .map(TeamId::value)
                .toList();
    }
}
