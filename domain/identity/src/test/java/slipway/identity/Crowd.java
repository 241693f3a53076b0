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

/** The room as a simulation drives it: its tables and rules, and what holds for every picture it ever shows. */
public final class Crowd {

    private static final ProblemCode NOTHING_TO_DO =
            ProblemCode.of(ProblemKind.CONFLICT, "nothing-to-do", "The errand is done already.");
    private static final ProblemCode NOT_OPEN =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "not-open", "Before anything else the house opens.");
    private static final int DEEPEST = 8;

    private Crowd() {}

    public static List<Table<?>> tables() {
        return IdentityTables.all();
    }

    public static UserDirectory rebuilt(Journal journal) {
        return IdentityTables.read(journal);
    }

    public static ModuleOwner.Rules<UserDirectory, Errand> rules() {
        return Crowd::decide;
    }

    /** Every errand that is done leaves an event; one that has nothing to do is refused here. */
    private static Commit decide(
            UserDirectory userDirectory, ModuleRequest<Errand> moduleRequest, Instant now) {
        var order =
                new ModuleRequest<>(
                        moduleRequest.request().order(),
                        moduleRequest.actor(),
                        moduleRequest.key());
        if (userDirectory.teams().isEmpty() && !(order.request() instanceof PreparedRequest.Open)) {
            throw new Problem(NOT_OPEN, "The house is closed.", "It did not open.", "Wait.");
        }
        Commit commit = IdentityRules.decide(userDirectory, order, now);
        if (commit.events().isEmpty()) {
            throw new Problem(NOTHING_TO_DO, "Nothing is to be done.", "It is done.", "Go on.");
        }
        return commit;
    }

    /** What holds for every picture. */
    public static void check(UserDirectory userDirectory) {
        var teams = userDirectory.teams();
        teams.values().forEach(team -> checkTeam(userDirectory, team));
        userDirectory.users().values().forEach(user -> checkUser(userDirectory, user));
        userDirectory.tokens().values().forEach(token -> checkToken(userDirectory, token));
        var owners = new TreeSet<TeamId>();
        teams.keys().filter(team -> !userDirectory.secretsOf(team).isEmpty()).forEach(owners::add);
        hold(
                owners.size() == userDirectory.books().secrets.outer().size(),
                () -> "A secret has no team");
        hold(
                userDirectory.books().members.outer().keys().allMatch(teams::containsKey),
                () -> "Somebody has a role in a team that is gone");
        hold(
                userDirectory
                        .books()
                        .roles
                        .outer()
                        .keys()
                        .allMatch(userDirectory.users()::containsKey),
                () -> "Somebody who is gone has a role");
    }

    private static void checkTeam(UserDirectory userDirectory, Team team) {
        List<TeamId> path = userDirectory.path(team.id());
        hold(
                path.getLast().equals(TeamId.ALL),
                () -> team + " does not stand in the tree: " + path);
        hold(path.size() <= DEEPEST, () -> team + " stands too deep: " + path);
        hold(path.equals(walked(userDirectory, team)), () -> team + " has a wrong path: " + path);
    }

    private static List<TeamId> walked(UserDirectory userDirectory, Team team) {
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
                                hold(
                                        userDirectory.teams().containsKey(home),
                                        () -> user + " has no home"));
        user.team()
                .ifPresent(
                        home ->
                                userDirectory
                                        .rolesOf(user.id())
                                        .keys()
                                        .forEach(
                                                team ->
                                                        hold(
                                                                userDirectory.isWithin(team, home),
                                                                () ->
                                                                        user
                                                                                + " works away, in "
                                                                                + team)));
        user.identity()
                .ifPresent(
                        identity ->
                                hold(
                                        userDirectory
                                                .withIdentity(identity)
                                                .equals(Optional.of(user)),
                                        () -> user + " is not found by its identity"));
    }

    private static void checkToken(UserDirectory userDirectory, Token token) {
        hold(userDirectory.users().containsKey(token.owner()), () -> token + " has no owner");
        hold(
                userDirectory.tokensOf(token.owner()).get(token.id()).equals(Optional.of(token)),
                () -> token + " is not found by its owner");
        ResolvedToken resolvedToken =
                userDirectory.bearer(TokenFormat.number(token.id())).orElseThrow();
        hold(
                resolvedToken.token().equals(token)
                        && Optional.of(resolvedToken.owner())
                                .equals(userDirectory.users().get(token.owner()))
                        && resolvedToken.held().equals(userDirectory.rolesOf(token.owner())),
                () -> token + " lets somebody else in: " + resolvedToken);
        hold(
                token.revoked().isPresent()
                        || token.scope()
                                .within()
                                .filter(team -> !userDirectory.teams().containsKey(team))
                                .isEmpty(),
                () -> token + " fits a team that is gone");
    }

    static void hold(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }
}
