package slipway.identity;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** How the tree of teams grows and changes. */
final class TeamRules {

    /** Teams one below the other, with {@code all}. */
    private static final int DEEPEST = 8;

    private TeamRules() {}

    static Commit create(RuleContext here, IdentityRequest.CreateTeam create) {
        here.require(Permission.TEAM_WRITE, create.parent());
        if (here.people.teams().containsKey(create.team())) {
            throw IdentityProblems.teamExists(create.team());
        }
        if (here.people.path(create.parent()).size() >= DEEPEST) {
            throw IdentityProblems.tooDeep(create.team(), DEEPEST);
        }
        var team =
                new Team(
                        create.team(),
                        Optional.of(create.parent()),
                        TextRules.checked("title", create.title()),
                        here.now);
        return here.put(IdentityTables.put(team))
                .tell(
                        new Fact.TeamCreated(team.id(), team.parent(), team.title()),
                        subject(team.id()),
                        team.id())
                .naming(team.id().value());
    }

    static Commit change(RuleContext here, IdentityRequest.ChangeTeam change) {
        Team before = here.require(Permission.TEAM_WRITE, change.team());
        change.parent()
                .filter(parent -> !Optional.of(parent).equals(before.parent()))
                .ifPresent(parent -> mayMove(here, before, parent));
        var team =
                new Team(
                        before.id(),
                        change.parent().or(before::parent),
                        change.title()
                                .map(title -> TextRules.checked("title", title))
                                .orElse(before.title()),
                        before.made());
        return here.put(IdentityTables.put(team))
                .tell(
                        new Fact.TeamChanged(team.id(), team.parent(), team.title()),
                        subject(team.id()),
                        team.id())
                .commit();
    }

    /** A move changes whose roles hold in the team: it is for those who decide in both places. */
    private static void mayMove(RuleContext here, Team team, TeamId to) {
        TeamId from = team.parent().orElseThrow(IdentityProblems::rootStays);
        here.require(Permission.TEAM_WRITE, to);
        requireAbove(here, from);
        if (here.people.isWithin(to, team.id())) {
            throw IdentityProblems.belowItself(team.id(), to);
        }
        if (here.people.path(to).size() + height(here.people, team.id()) > DEEPEST) {
            throw IdentityProblems.tooDeep(team.id(), DEEPEST);
        }
        if (!hasAllThatOthersGain(here, team.id(), to)) {
            throw IdentityProblems.moveGivesMore(team.id(), to);
        }
        strangerBelow(here.people, team.id(), to)
                .ifPresent(
                        grant -> {
                            throw IdentityProblems.accountLeftBehind(team.id(), grant);
                        });
    }

    /** Whoever sees a team knows above which it stands, so this is not a team that does not exist. */
    private static void requireAbove(RuleContext here, TeamId parent) {
        if (!here.by().may(Permission.TEAM_WRITE, parent)) {
            throw IdentityProblems.notAllowed(here.by(), Permission.TEAM_WRITE, parent);
        }
    }

    /** Roles and tokens of the teams that will be above hold in the moved one too; nobody gives what they have not. */
    private static boolean hasAllThatOthersGain(RuleContext here, TeamId moved, TeamId to) {
        List<TeamId> gained =
                here.people.path(to).stream()
                        .filter(team -> !here.people.isWithin(moved, team))
                        .toList();
        boolean roles =
                gained.stream()
                        .flatMap(team -> here.people.membersOf(team).values())
                        .allMatch(
                                grant ->
                                        here.by()
                                                .hasAllOf(
                                                        grant.role().orElseThrow(),
                                                        TokenScope.WHOLE,
                                                        moved));
        return roles
                && here.people
                        .tokens()
                        .values()
                        .filter(token -> token.isLive(here.now))
                        .filter(
                                token ->
                                        token.scope().within().filter(gained::contains).isPresent())
                        .allMatch(token -> hasAllOf(here, token, moved));
    }

    private static boolean hasAllOf(RuleContext here, Token token, TeamId moved) {
        return reach(here.people, token.owner(), moved).stream()
                .allMatch(
                        grant ->
                                here.by()
                                        .hasAllOf(
                                                grant.role().orElseThrow(),
                                                token.scope(),
                                                here.people.isWithin(grant.team(), moved)
                                                        ? grant.team()
                                                        : moved));
    }

    /** The user's roles that hold in the team or in one below it. */
    private static List<Grant> reach(UserDirectory userDirectory, UserId user, TeamId team) {
        return userDirectory
                .rolesOf(user)
                .values()
                .filter(
                        grant ->
                                userDirectory.isWithin(team, grant.team())
                                        || userDirectory.isWithin(grant.team(), team))
                .toList();
    }

    /** A service account has roles only below its own team. After the move this one would not. */
    private static Optional<Grant> strangerBelow(
            UserDirectory userDirectory, TeamId moved, TeamId to) {
        return userDirectory
                .users()
                .values()
                .filter(User::isService)
                .filter(user -> !userDirectory.isWithin(user.team().orElseThrow(), moved))
                .filter(user -> !userDirectory.isWithin(to, user.team().orElseThrow()))
                .flatMap(user -> userDirectory.rolesOf(user.id()).values())
                .filter(grant -> userDirectory.isWithin(grant.team(), moved))
                .findFirst();
    }

    /** Levels of the tree from this team down, itself included. */
    private static int height(UserDirectory userDirectory, TeamId top) {
        int above = userDirectory.path(top).size() - 1;
        return userDirectory
                .teams()
                .keys()
                .map(userDirectory::path)
                .filter(path -> path.contains(top))
                .mapToInt(path -> path.size() - above)
                .max()
                .orElse(1);
    }

    static Commit remove(RuleContext here, TeamId id) {
        Team team = here.team(id);
        requireAbove(here, team.parent().orElseThrow(IdentityProblems::rootStays));
        here.people
                .below(id)
                .findFirst()
                .ifPresent(
                        below -> {
                            throw IdentityProblems.notEmpty(
                                    id, "the team '" + below.id() + "' below it");
                        });
        here.people
                .accountsOf(id)
                .findFirst()
                .ifPresent(
                        account -> {
                            throw IdentityProblems.notEmpty(
                                    id, "the service account '" + account.id() + "'");
                        });
        here.people
                .secretsOf(id)
                .keys()
                .findFirst()
                .ifPresent(
                        secret -> {
                            throw IdentityProblems.notEmpty(id, "the secret '" + secret + "'");
                        });
        here.put(new RowChange.Remove<>(IdentityTables.TEAMS, team));
        here.people
                .membersOf(id)
                .values()
                .forEach(grant -> here.put(new RowChange.Remove<>(IdentityTables.GRANTS, grant)));
        here.tell(new Fact.TeamRemoved(id), subject(id), id);
        // A team of the same name may be founded later; no old token must fit it.
        here.people
                .tokens()
                .values()
                .filter(token -> token.scope().within().equals(Optional.of(id)))
                .filter(token -> token.revoked().isEmpty())
                .forEach(token -> TokenRules.end(here, token));
        return here.commit();
    }

    static String subject(TeamId team) {
        return "team/" + team;
    }
}
