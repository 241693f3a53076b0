package slipway.identity;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Decides changes of the tree of teams. */
final class TeamRules {

    /** Levels of the tree, including {@code all}. */
    private static final int MAX_DEPTH = 8;

    private TeamRules() {}

    static Commit create(RuleContext context, IdentityRequest.CreateTeam create) {
        context.require(Permission.TEAM_WRITE, create.parent());
        if (context.directory.teams().containsKey(create.team())) {
            throw IdentityProblems.teamExists(create.team());
        }
        if (context.directory.path(create.parent()).size() >= MAX_DEPTH) {
            throw IdentityProblems.tooDeep(create.team(), MAX_DEPTH);
        }
        var team =
                new Team(
                        create.team(),
                        Optional.of(create.parent()),
                        TextRules.checked("title", create.title()),
                        context.now);
        return context.put(IdentityTables.put(team))
                .event(
                        new Fact.TeamCreated(team.id(), team.parent(), team.title()),
                        subject(team.id()),
                        team.id())
                .commitWithId(team.id().value());
    }

    static Commit change(RuleContext context, IdentityRequest.ChangeTeam change) {
        Team before = context.require(Permission.TEAM_WRITE, change.team());
        change.parent()
                .filter(parent -> !Optional.of(parent).equals(before.parent()))
                .ifPresent(parent -> requireMovable(context, before, parent));
        var team =
                new Team(
                        before.id(),
                        change.parent().or(before::parent),
                        change.title()
                                .map(title -> TextRules.checked("title", title))
                                .orElse(before.title()),
                        before.made());
        return context.put(IdentityTables.put(team))
                .event(
                        new Fact.TeamChanged(team.id(), team.parent(), team.title()),
                        subject(team.id()),
                        team.id())
                .commit();
    }

    /** A move changes which roles hold in the team, so it needs the permission at the old and at the new parent. */
    private static void requireMovable(RuleContext context, Team team, TeamId to) {
        TeamId from = team.parent().orElseThrow(IdentityProblems::rootIsFixed);
        context.require(Permission.TEAM_WRITE, to);
        requireWriteIn(context, from);
        if (context.directory.isWithin(to, team.id())) {
            throw IdentityProblems.belowItself(team.id(), to);
        }
        if (context.directory.path(to).size() + height(context.directory, team.id()) > MAX_DEPTH) {
            throw IdentityProblems.tooDeep(team.id(), MAX_DEPTH);
        }
        if (!holdsAllThatOthersGain(context, team.id(), to)) {
            throw IdentityProblems.moveGivesMore(team.id(), to);
        }
        accountOfOtherTeam(context.directory, team.id(), to)
                .ifPresent(
                        grant -> {
                            throw IdentityProblems.accountOutsideItsTeam(team.id(), grant);
                        });
    }

    /** Denies with 403, not 404: a principal that sees a team also knows the parent of the team. */
    private static void requireWriteIn(RuleContext context, TeamId parent) {
        if (!context.principal().may(Permission.TEAM_WRITE, parent)) {
            throw IdentityProblems.notAllowed(context.principal(), Permission.TEAM_WRITE, parent);
        }
    }

    /**
     * After the move, roles and tokens of the new ancestors hold in the moved team too. The principal must hold as
     * much.
     */
    private static boolean holdsAllThatOthersGain(RuleContext context, TeamId moved, TeamId to) {
        List<TeamId> gained =
                context.directory.path(to).stream()
                        .filter(team -> !context.directory.isWithin(moved, team))
                        .toList();
        boolean roles =
                gained.stream()
                        .flatMap(team -> context.directory.membersOf(team).values())
                        .allMatch(
                                grant ->
                                        context.principal()
                                                .hasAllOf(
                                                        grant.role().orElseThrow(),
                                                        TokenScope.WHOLE,
                                                        moved));
        return roles
                && context.directory
                        .tokens()
                        .values()
                        .filter(token -> token.isLive(context.now))
                        .filter(
                                token ->
                                        token.scope().within().filter(gained::contains).isPresent())
                        .allMatch(token -> holdsAllOf(context, token, moved));
    }

    private static boolean holdsAllOf(RuleContext context, Token token, TeamId moved) {
        return grantsReaching(context.directory, token.owner(), moved).stream()
                .allMatch(
                        grant ->
                                context.principal()
                                        .hasAllOf(
                                                grant.role().orElseThrow(),
                                                token.scope(),
                                                context.directory.isWithin(grant.team(), moved)
                                                        ? grant.team()
                                                        : moved));
    }

    /** The grants of the user that hold in the team or in one below it. */
    private static List<Grant> grantsReaching(
            UserDirectory userDirectory, UserId user, TeamId team) {
        return userDirectory
                .rolesOf(user)
                .values()
                .filter(
                        grant ->
                                userDirectory.isWithin(team, grant.team())
                                        || userDirectory.isWithin(grant.team(), team))
                .toList();
    }

    /** A service account has roles only in its own team and below. Finds one for which the move would break that. */
    private static Optional<Grant> accountOfOtherTeam(
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

    /** Levels of the tree from this team down, including it. */
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

    static Commit remove(RuleContext context, TeamId id) {
        Team team = context.team(id);
        requireWriteIn(context, team.parent().orElseThrow(IdentityProblems::rootIsFixed));
        context.directory
                .childrenOf(id)
                .findFirst()
                .ifPresent(
                        below -> {
                            throw IdentityProblems.notEmpty(
                                    id, "the team '" + below.id() + "' below it");
                        });
        context.directory
                .accountsOf(id)
                .findFirst()
                .ifPresent(
                        account -> {
                            throw IdentityProblems.notEmpty(
                                    id, "the service account '" + account.id() + "'");
                        });
        context.directory
                .secretsOf(id)
                .keys()
                .findFirst()
                .ifPresent(
                        secret -> {
                            throw IdentityProblems.notEmpty(id, "the secret '" + secret + "'");
                        });
        context.put(new RowChange.Remove<>(IdentityTables.TEAMS, team));
        context.directory
                .membersOf(id)
                .values()
                .forEach(
                        grant -> context.put(new RowChange.Remove<>(IdentityTables.GRANTS, grant)));
        context.event(new Fact.TeamRemoved(id), subject(id), id);
        // A team of the same name may be created later; an old token must not be valid for it.
        context.directory
                .tokens()
                .values()
                .filter(token -> token.scope().within().equals(Optional.of(id)))
                .filter(token -> token.revoked().isEmpty())
                .forEach(token -> TokenRules.end(context, token));
        return context.commit();
    }

    static String subject(TeamId team) {
        return "team/" + team;
    }
}
