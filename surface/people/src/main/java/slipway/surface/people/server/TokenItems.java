package slipway.surface.people.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.identity.Token;
import slipway.identity.TokenScope;
import slipway.identity.User;
import slipway.identity.UserDirectory;
import slipway.surface.people.server.PeoplePage.TokenOwner;
import slipway.surface.people.server.PeoplePage.TokenRow;
import slipway.surface.web.component.PageForm;

/** The tokens that a viewer may see, without browser sessions, and the users for whom they may create one. */
record TokenItems(Principal viewer, Instant now, TokenUseTimes useTimes) {

    private static final Duration EXPIRY_WARNING = Duration.ofDays(7);
    private static final Duration UNUSED_AFTER = Duration.ofDays(60);
    private static final long DEFAULT_DAYS = 90;
    private static final Duration RECENT = Duration.ofDays(1);

    private UserDirectory people() {
        return viewer.directory();
    }

    /** The viewer's own tokens, and those of all users or of service accounts that they manage; newest first. */
    Stream<Token> all() {
        return people().tokens()
                .values()
                .filter(token -> token.isLive(now) && !token.isSession())
                .filter(token -> maySee(token))
                .sorted(Comparator.comparing(Token::made).reversed().thenComparing(Token::id));
    }

    private boolean maySee(Token token) {
        return token.owner().equals(viewer.id())
                || viewer.may(Permission.PEOPLE_READ, TeamId.ALL)
                || account(token)
                        .filter(team -> viewer.may(Permission.ACCOUNTS_WRITE, team))
                        .isPresent();
    }

    private Optional<TeamId> account(Token token) {
        return people().users().get(token.owner()).flatMap(User::team);
    }

    boolean endsSoon(Token token) {
        return token.expires().filter(end -> end.isBefore(now.plus(EXPIRY_WARNING))).isPresent();
    }

    boolean isUnused(Token token) {
        Instant used = useTimes.lastUse(token.id()).map(Token.Use::at).orElse(token.made());
        return used.isBefore(now.minus(UNUSED_AFTER));
    }

    /** Whether a token is the viewer's own, is new, expires soon or is unused. */
    boolean needsAttention(Token token) {
        return token.owner().equals(viewer.id())
                || endsSoon(token)
                || isUnused(token)
                || token.made().isAfter(now.minus(RECENT));
    }

    TokenRow row(Token token) {
        Optional<Token.Use> use = useTimes.lastUse(token.id());
        return new TokenRow(
                token.redacted(),
                token.owner().value(),
                token.label(),
                restrictions(token.scope()),
                token.expires(),
                endsSoon(token),
                use.map(Token.Use::at),
                use.map(Token.Use::source).orElse(""),
                isUnused(token),
                revokeCall(token).map(call -> revokeForm(token, call)),
                token.owner().equals(viewer.id()));
    }

    private static List<String> restrictions(TokenScope scope) {
        Stream<String> within = scope.within().stream().map(team -> "within " + team);
        Stream<String> only =
                scope.only().stream()
                        .flatMap(
                                set ->
                                        set.isEmpty()
                                                ? Stream.of("only to sign in, once")
                                                : set.stream().map(Permission::wireName));
        return Stream.concat(within, only).toList();
    }

    private static PageForm revokeForm(Token token, String call) {
        return PageForm.of(call, "Revoke")
                .asking(
                        "Revoke %s of %s? Everything that uses it stops working within a second. This cannot be undone."
                                .formatted(token.redacted(), token.owner()))
                .done("Revoked " + token.redacted() + ".");
    }

    private Optional<String> revokeCall(Token token) {
        String id = "/tokens/" + token.id();
        if (token.owner().equals(viewer.id())) {
            return Optional.of("DELETE /api/v1/me" + id);
        }
        if (viewer.may(Permission.PEOPLE_WRITE, TeamId.ALL)) {
            return Optional.of("DELETE /api/v1/users/" + token.owner() + id);
        }
        return account(token)
                .filter(team -> viewer.may(Permission.ACCOUNTS_WRITE, team))
                .map(team -> "DELETE /api/v1/teams/" + team + "/accounts/" + token.owner() + id);
    }

    /** The default lifetime of a new token in days: it cannot outlive the token that creates it. */
    long defaultDays() {
        return viewer.token()
                .flatMap(token -> token.isSession() ? token.madeWith() : Optional.of(token.id()))
                .flatMap(people().tokens()::get)
                .flatMap(Token::expires)
                .map(end -> Math.clamp(Duration.between(now, end).toDays(), 1L, DEFAULT_DAYS))
                .orElse(DEFAULT_DAYS);
    }

    /** The viewer first, then the service accounts and users for whom they may create a token. */
    List<TokenOwner> possibleOwners() {
        Stream<TokenOwner> self =
                Stream.of(viewer)
                        .filter(user -> !user.isLocal())
                        .map(
                                user ->
                                        new TokenOwner(
                                                user.id() + " (you)",
                                                "POST /api/v1/me/tokens",
                                                ""));
        return Stream.concat(self, people().users().values().flatMap(user -> owner(user).stream()))
                .limit(500)
                .toList();
    }

    private Optional<TokenOwner> owner(User user) {
        if (user.id().equals(viewer.id()) || !user.enabled()) {
            return Optional.empty();
        }
        String name = user.id().value();
        if (user.team().filter(team -> viewer.may(Permission.ACCOUNTS_WRITE, team)).isPresent()) {
            String team = user.team().get().value();
            return Optional.of(
                    new TokenOwner(
                            name,
                            "POST /api/v1/teams/" + team + "/accounts/" + name + "/tokens",
                            "--account " + name + " --team " + team));
        }
        return viewer.may(Permission.PEOPLE_WRITE, TeamId.ALL)
                ? Optional.of(
                        new TokenOwner(
                                name, "POST /api/v1/users/" + name + "/tokens", "--user " + name))
                : Optional.empty();
    }
}
