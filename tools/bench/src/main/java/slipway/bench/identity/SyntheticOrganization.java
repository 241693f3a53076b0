package slipway.bench.identity;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import slipway.base.Actor;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.bench.journal.CounterModule;
import slipway.identity.AccessControl;
import slipway.identity.IdentityRequest;
import slipway.identity.Principal;
import slipway.identity.ServerKey;
import slipway.identity.TokenScope;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/**
 * A large organization with users, teams and tokens, created through {@link AccessControl} on a real database, which is
 * closed afterwards. Ten teams are below {@code all}, and ninety-nine below each of them. Every user is a member of one
 * team and a viewer of another.
 *
 * @param tokens of every token; token i belongs to user i modulo the number of users
 */
record SyntheticOrganization(
        AccessControl accessControl, List<String> tokens, Instant now, List<TeamId> teams) {

    static final int USERS = 10_000;
    static final int TOKENS = 30_000;
    static final int TEAMS = 1_000;
    private static final int ABOVE = 10;
    private static final int AT_ONCE = 1_000;
    private static final Actor ACTOR = new Actor("bench", "system", "");

    static SyntheticOrganization create(Path directory) {
        CounterModule.quiet();
        var random = new SecureRandom();
        Database db =
                Database.open(
                        new DatabaseAddress.Sqlite(directory),
                        List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA));
        try (Journal journal = CounterModule.open(new SqlJournalStorage(db))) {
            AccessControl accessControl =
                    AccessControl.open(journal, ServerKey.open(journal, directory, random), random);
            Principal by = accessControl.local();
            List<TeamId> teams = createTeams(accessControl, by);
            createUsers(accessControl, by, teams);
            List<String> texts = tokens(accessControl, by);
            accessControl.close();
            return new SyntheticOrganization(accessControl, texts, journal.now(), teams);
        }
    }

    private static List<TeamId> createTeams(AccessControl accessControl, Principal by) {
        List<TeamId> teams =
                IntStream.range(0, TEAMS).mapToObj(i -> new TeamId("team-" + i)).toList();
        teams.subList(0, ABOVE)
                .forEach(
                        team ->
                                ask(
                                                accessControl,
                                                by,
                                                new IdentityRequest.CreateTeam(
                                                        team, TeamId.ALL, "Top"))
                                        .join());
        all(
                TEAMS - ABOVE,
                i ->
                        ask(
                                accessControl,
                                by,
                                new IdentityRequest.CreateTeam(
                                        teams.get(ABOVE + i), teams.get(i % ABOVE), "Below")));
        return teams;
    }

    private static void createUsers(AccessControl accessControl, Principal by, List<TeamId> teams) {
        all(
                USERS,
                i ->
                        ask(
                                accessControl,
                                by,
                                new IdentityRequest.CreatePerson(
                                        user(i), "Person " + i, Optional.empty())));
        all(USERS, i -> role(accessControl, i, teams.get(teamOfUser(i)), Role.MEMBER));
        all(
                USERS,
                i -> role(accessControl, i, teams.get((teamOfUser(i) + 1) % TEAMS), Role.VIEWER));
    }

    private static List<String> tokens(AccessControl accessControl, Principal by) {
        return all(TOKENS, i -> accessControl.createToken(by, ACTOR, request(i), Optional.empty()))
                .stream()
                .map(AccessControl.NewToken::text)
                .toList();
    }

    private static CompletableFuture<CommitResult> ask(
            AccessControl accessControl, Principal by, IdentityRequest identityRequest) {
        return accessControl.execute(by, ACTOR, identityRequest, Optional.empty());
    }

    private static CompletableFuture<CommitResult> role(
            AccessControl accessControl, int user, TeamId team, Role role) {
        return ask(
                accessControl,
                accessControl.local(),
                new IdentityRequest.SetRole(user(user), team, Optional.of(role)));
    }

    private static IdentityRequest.CreateToken request(int token) {
        return new IdentityRequest.CreateToken(
                user(token % USERS), "bench", TokenScope.WHOLE, Optional.empty());
    }

    private static UserId user(int i) {
        return new UserId("user-" + i);
    }

    private static int teamOfUser(int user) {
        return user % TEAMS;
    }

    /** Sends many at once, but never more than the module's inbox holds. */
    private static <T> List<T> all(int count, IntFunction<CompletableFuture<T>> each) {
        List<T> done = new ArrayList<>(count);
        for (int from = 0; from < count; from += AT_ONCE) {
            List<CompletableFuture<T>> some =
                    IntStream.range(from, Math.min(count, from + AT_ONCE)).mapToObj(each).toList();
            some.forEach(one -> done.add(Journal.await(one)));
        }
        return done;
    }

    TeamId team(int number) {
        return teams.get(number);
    }

    /** The team in which the token's owner is a member. */
    int teamOf(int token) {
        return teamOfUser(token % USERS);
    }

    /** A member's role holds in the home team and, if that is a top team, in those below it. */
    boolean expected(int token, int team) {
        int home = teamOf(token);
        return team == home || (team >= ABOVE && home < ABOVE && (team - ABOVE) % ABOVE == home);
    }
}
