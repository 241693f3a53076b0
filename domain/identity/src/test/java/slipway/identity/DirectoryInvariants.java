package slipway.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.table.Table;

/** Identity as a simulation drives it: its tables and rules, and the invariants of every snapshot. */
public final class DirectoryInvariants {

    private static final ProblemCode NOTHING_TO_DO =
            ProblemCode.of(ProblemKind.CONFLICT, "nothing-to-do", "The request changes nothing.");
    private static final ProblemCode NOT_INITIALIZED =
            ProblemCode.of(ProblemKind.CONFLICT, "not-open", "The database is not initialized.");
    private static final int DEEPEST = 8;

    private DirectoryInvariants() {}

    public static List<Table<?>> tables() {
        return IdentityTables.all();
    }

    public static UserDirectory rebuilt(Journal journal) {
        return IdentityTables.read(journal);
    }

    public static ModuleOwner.Rules<UserDirectory, RandomRequest> rules() {
        return DirectoryInvariants::decide;
    }

    /** The simulation expects an event of every request, so one that changes nothing is refused here. */
    private static Commit decide(
            UserDirectory userDirectory, ModuleRequest<RandomRequest> moduleRequest, Instant now) {
        var order =
                new ModuleRequest<>(
                        moduleRequest.request().request(),
                        moduleRequest.actor(),
                        moduleRequest.key());
        if (userDirectory.teams().isEmpty()
                && !(order.request() instanceof PreparedRequest.Initialize)) {
            throw new Problem(
                    NOT_INITIALIZED,
                    "Nothing was changed.",
                    "The database is not initialized.",
                    "Initialize it.");
        }
        Commit commit = IdentityRules.decide(userDirectory, order, now);
        if (commit.events().isEmpty()) {
            throw new Problem(
                    NOTHING_TO_DO,
                    "Nothing was changed.",
                    "The request changes nothing.",
                    "Send another one.");
        }
        return commit;
    }

    /** Throws where a snapshot violates an invariant. */
    public static void check(UserDirectory userDirectory) {
        var teams = userDirectory.teams();
        teams.values().forEach(team -> checkTeam(userDirectory, team));
        userDirectory.users().values().forEach(user -> checkUser(userDirectory, user));
        userDirectory.tokens().values().forEach(token -> checkToken(userDirectory, token));
        var owners = new TreeSet<TeamId>();
        teams.keys().filter(team -> !userDirectory.secretsOf(team).isEmpty()).forEach(owners::add);
        require(
                owners.size() == userDirectory.builder().secrets.outer().size(),
                () -> "A secret has no team");
        require(
                userDirectory.builder().members.outer().keys().allMatch(teams::containsKey),
                () -> "A user has a role in a removed team");
        require(
                userDirectory
                        .builder()
                        .roles
                        .outer()
                        .keys()
                        .allMatch(userDirectory.users()::containsKey),
                () -> "A removed user has a role");
    }

    private static void checkTeam(UserDirectory userDirectory, Team team) {
        List<TeamId> path = userDirectory.path(team.id());
        require(path.getLast().equals(TeamId.ALL), () -> team + " is not in the tree: " + path);
        require(path.size() <= DEEPEST, () -> team + " is too deep: " + path);
        require(
                path.equals(parentsOf(userDirectory, team)),
                () -> team + " has a wrong path: " + path);
    }

    private static List<TeamId> parentsOf(UserDirectory userDirectory, Team team) {
        return Stream.iterate(
                        Optional.of(team),
                        Optional::isPresent,
                        here -> here.flatMap(Team::parent).flatMap(userDirectory.teams()::get))
                .map(here -> here.orElseThrow().id())
                .toList();
    }

    private static void checkUser(UserDirectory userDirectory, User user) {
        user.team()
                .ifPresent(
                        home ->
                                require(
                                        userDirectory.teams().containsKey(home),
                                        () -> user + " has a team that does not exist"));
        user.team()
                .ifPresent(
                        home ->
                                userDirectory
                                        .rolesOf(user.id())
                                        .keys()
                                        .forEach(
                                                team ->
                                                        require(
                                                                userDirectory.isWithin(team, home),
                                                                () ->
                                                                        user
                                                                                + " has a role outside its team, in "
                                                                                + team)));
        user.identity()
                .ifPresent(
                        identity ->
                                require(
                                        userDirectory
                                                .withIdentity(identity)
                                                .equals(Optional.of(user)),
                                        () -> user + " is not found by its identity"));
    }

    private static void checkToken(UserDirectory userDirectory, Token token) {
        require(userDirectory.users().containsKey(token.owner()), () -> token + " has no owner");
        require(
                userDirectory.tokensOf(token.owner()).get(token.id()).equals(Optional.of(token)),
                () -> token + " is not found by its owner");
        ResolvedToken resolvedToken =
                userDirectory.resolve(TokenFormat.number(token.id())).orElseThrow();
        require(
                resolvedToken.token().equals(token)
                        && Optional.of(resolvedToken.owner())
                                .equals(userDirectory.users().get(token.owner()))
                        && resolvedToken.grants().equals(userDirectory.rolesOf(token.owner())),
                () -> token + " resolves to another user: " + resolvedToken);
        require(
                token.revoked().isPresent()
                        || token.scope()
                                .within()
                                .filter(team -> !userDirectory.teams().containsKey(team))
                                .isEmpty(),
                () -> token + " is valid for a removed team");
    }

    static void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }
}
