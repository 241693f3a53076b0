package slipway.guard;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.journal.Asked;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.Owner;
import slipway.journal.Table;

/** The room as a simulation drives it: its tables and rules, and what holds for every picture it ever shows. */
public final class Crowd {

    private static final Code NOTHING_TO_DO =
            Code.of(Kind.CONFLICT, "nothing-to-do", "The errand is done already.");
    private static final Code NOT_OPEN =
            Code.of(Kind.CONFLICT, "not-open", "Before anything else the house opens.");
    private static final int DEEPEST = 8;

    private Crowd() {}

    public static List<Table<?>> tables() {
        return Tables.all();
    }

    public static People rebuilt(Journal journal) {
        return Tables.read(journal);
    }

    public static Owner.Rules<People, Errand> rules() {
        return Crowd::decide;
    }

    /** Every errand that is done leaves an event; one that has nothing to do is refused here. */
    private static Commit decide(People people, Asked<Errand> asked, Instant now) {
        var order = new Asked<>(asked.request().order(), asked.actor(), asked.key());
        if (people.teams().isEmpty() && !(order.request() instanceof Order.Open)) {
            throw new Problem(NOT_OPEN, "The house is closed.", "It did not open.", "Wait.");
        }
        Commit commit = Rules.decide(people, order, now);
        if (commit.events().isEmpty()) {
            throw new Problem(NOTHING_TO_DO, "Nothing is to be done.", "It is done.", "Go on.");
        }
        return commit;
    }

    /** What holds for every picture. */
    public static void check(People people) {
        var teams = people.teams();
        teams.values().forEach(team -> checkTeam(people, team));
        people.users().values().forEach(user -> checkUser(people, user));
        people.tokens().values().forEach(token -> checkToken(people, token));
        var owners = new TreeSet<TeamId>();
        teams.keys().filter(team -> !people.secretsOf(team).isEmpty()).forEach(owners::add);
        hold(owners.size() == people.books().secrets.outer().size(), () -> "A secret has no team");
        hold(
                people.books().members.outer().keys().allMatch(teams::has),
                () -> "Somebody has a role in a team that is gone");
        hold(
                people.books().roles.outer().keys().allMatch(people.users()::has),
                () -> "Somebody who is gone has a role");
    }

    private static void checkTeam(People people, Team team) {
        List<TeamId> path = people.path(team.id());
        hold(
                path.getLast().equals(TeamId.ALL),
                () -> team + " does not stand in the tree: " + path);
        hold(path.size() <= DEEPEST, () -> team + " stands too deep: " + path);
        hold(path.equals(walked(people, team)), () -> team + " has a wrong path: " + path);
    }

    private static List<TeamId> walked(People people, Team team) {
        return Stream.iterate(
                        Optional.of(team),
                        Optional::isPresent,
                        here -> here.flatMap(Team::parent).flatMap(people.teams()::get))
                .map(here -> here.orElseThrow().id())
                .toList();
    }

    private static void checkUser(People people, User user) {
        user.team().ifPresent(home -> hold(people.teams().has(home), () -> user + " has no home"));
        user.team()
                .ifPresent(
                        home ->
                                people.rolesOf(user.id())
                                        .keys()
                                        .forEach(
                                                team ->
                                                        hold(
                                                                people.isWithin(team, home),
                                                                () ->
                                                                        user
                                                                                + " works away, in "
                                                                                + team)));
        user.identity()
                .ifPresent(
                        identity ->
                                hold(
                                        people.withIdentity(identity).equals(Optional.of(user)),
                                        () -> user + " is not found by its identity"));
    }

    private static void checkToken(People people, Token token) {
        hold(people.users().has(token.owner()), () -> token + " has no owner");
        hold(
                people.tokensOf(token.owner()).get(token.id()).equals(Optional.of(token)),
                () -> token + " is not found by its owner");
        Bearer bearer = people.bearer(TokenText.number(token.id())).orElseThrow();
        hold(
                bearer.token().equals(token)
                        && Optional.of(bearer.owner()).equals(people.users().get(token.owner()))
                        && bearer.held().equals(people.rolesOf(token.owner())),
                () -> token + " lets somebody else in: " + bearer);
        hold(
                token.revoked().isPresent()
                        || token.scope()
                                .within()
                                .filter(team -> !people.teams().has(team))
                                .isEmpty(),
                () -> token + " fits a team that is gone");
    }

    static void hold(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }
}
