package slipway.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * A random request from few names, so that the same users, teams and tokens occur again and again. Many of the requests
 * are refused.
 */
public record RandomRequest(PreparedRequest request) {

    private static final List<String> TEAMS = List.of("all", "vision", "optics", "nlp", "speech");
    private static final List<String> USERS =
            List.of("ana", "ben", "cem", "admin", "robot", "trainer");
    private static final List<String> TOKENS =
            List.of(
                    "tok00001",
                    "tok00002",
                    "tok00003",
                    "tok00004",
                    "tok00005",
                    "tok00006",
                    "tok00007");
    private static final Instant FAR = Instant.parse("2026-09-20T00:00:00Z");

    /**
     * Draws a request.
     *
     * @param random returns a number from 0 to its argument, exclusive
     */
    public static RandomRequest draw(IntUnaryOperator random) {
        return new RandomRequest(new Draw(random).preparedRequest());
    }

    /** Draws the parts of one request. */
    private record Draw(IntUnaryOperator random) {

        PreparedRequest preparedRequest() {
            return switch (below(24)) {
                case 0 -> new PreparedRequest.Initialize("0123456789abcdef");
                case 1 -> new PreparedRequest.CreateFirstAdmin(tokenHash());
                case 2, 3 -> signIn();
                case 4 -> recordUse();
                default ->
                        new PreparedRequest.OnBehalf(
                                coin() ? Optional.empty() : Optional.of(token()), action());
            };
        }

        private PreparedRequest.Action action() {
            return switch (below(8)) {
                case 0, 1 ->
                        new PreparedRequest.CreateToken(
                                new IdentityRequest.CreateToken(
                                        user(), "label", scope(), Optional.empty()),
                                tokenHash());
                case 2 -> new PreparedRequest.OpenSession(tokenHash());
                case 3 -> new PreparedRequest.SetSecret(team(), "key-" + below(2), "sealed");
                default -> new PreparedRequest.Change(request());
            };
        }

        private IdentityRequest request() {
            return switch (below(16)) {
                case 0, 1, 2 -> new IdentityRequest.CreateTeam(team(), team(), "A team");
                case 3, 4 ->
                        new IdentityRequest.ChangeTeam(
                                team(), Optional.empty(), Optional.of(team()));
                case 5 -> new IdentityRequest.RemoveTeam(team());
                case 6 -> new IdentityRequest.CreatePerson(user(), "A person", Optional.empty());
                case 7, 8 ->
                        new IdentityRequest.CreateAccount(
                                user(), team(), "Something", Optional.empty());
                case 9 ->
                        new IdentityRequest.ChangeUser(
                                user(),
                                Optional.of("Renamed"),
                                Optional.empty(),
                                Optional.of(coin()));
                case 10 -> new IdentityRequest.RemoveUser(user());
                case 11 -> new IdentityRequest.RevokeToken(token());
                case 12 -> new IdentityRequest.RemoveSecret(team(), "key-" + below(2));
                default ->
                        new IdentityRequest.SetRole(
                                user(),
                                team(),
                                below(4) == 0 ? Optional.empty() : Optional.of(role()));
            };
        }

        private PreparedRequest signIn() {
            var identity = new User.Identity("https://id.example.org", "s" + below(2));
            Map<TeamId, Role> roles = new HashMap<>(Map.of(TeamId.ALL, Role.VIEWER));
            roles.put(team(), role());
            if (coin()) {
                roles.remove(TeamId.ALL);
            }
            return new PreparedRequest.SignInWithProvider(
                    new IdentityRequest.SignIn(
                            identity,
                            one(USERS),
                            "A person",
                            Optional.empty(),
                            roles,
                            Duration.ofHours(12)),
                    tokenHash());
        }

        private PreparedRequest recordUse() {
            return new PreparedRequest.RecordUse(
                    List.of(new Token.Use(token(), FAR, "192.0.2.7")),
                    List.of(
                            new Fact.AccessRefused(
                                    "192.0.2.7", "unknown-token", 1 + below(3), FAR)),
                    FAR);
        }

        private TokenScope scope() {
            var only = EnumSet.of(permission(), permission(), permission());
            return new TokenScope(
                    coin() ? Optional.of(team()) : Optional.empty(),
                    coin() ? Optional.of(only) : Optional.empty());
        }

        private Permission permission() {
            return one(List.of(Permission.values()));
        }

        private Role role() {
            return one(List.of(Role.values()));
        }

        private TeamId team() {
            return new TeamId(one(TEAMS));
        }

        private UserId user() {
            return new UserId(one(USERS));
        }

        private String token() {
            return one(TOKENS);
        }

        private PreparedRequest.TokenHash tokenHash() {
            return new PreparedRequest.TokenHash(token(), "0011");
        }

        private boolean coin() {
            return below(2) == 0;
        }

        private <T> T one(List<T> of) {
            return of.get(below(of.size()));
        }

        private int below(int bound) {
            return random.applyAsInt(bound);
        }
    }
}
