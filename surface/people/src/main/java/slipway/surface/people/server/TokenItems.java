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
import slipway.surface.people.server.PeoplePage.TokenFor;
import slipway.surface.people.server.PeoplePage.TokenRow;
import slipway.surface.web.component.PageForm;

/** The tokens that somebody may know of, and for whom they may make one. Sessions of browsers are none of them. */
record TokenItems(Principal visitor, Instant now, TokenUseTimes uses) {

    private static final Duration SOON = Duration.ofDays(7);
    private static final Duration FORGOTTEN = Duration.ofDays(60);
    private static final long USUAL_DAYS = 90;
    private static final Duration LATELY = Duration.ofDays(1);

    private UserDirectory people() {
        return visitor.directory();
    }

    /** One's own; everybody's, or those of service accounts that one looks after. Newest first. */
    Stream<Token> all() {
        return people().tokens()
                .values()
                .filter(token -> token.isLive(now) && !token.isSession())
                .filter(token -> mayKnow(token))
                .sorted(Comparator.comparing(Token::made).reversed().thenComparing(Token::id));
    }

    private boolean mayKnow(Token token) {
        return token.owner().equals(visitor.id())
                || visitor.may(Permission.PEOPLE_READ, TeamId.ALL)
                || account(token)
                        .filter(team -> visitor.may(Permission.ACCOUNTS_WRITE, team))
                        .isPresent();
    }

    private Optional<TeamId> account(Token token) {
        return people().users().get(token.owner()).flatMap(User::team);
    }

    boolean endsSoon(Token token) {
        return token.expires().filter(end -> end.isBefore(now.plus(SOON))).isPresent();
    }

    boolean isForgotten(Token token) {
        Instant used = uses.last(token.id()).map(Token.Use::at).orElse(token.made());
        return used.isBefore(now.minus(FORGOTTEN));
    }

    /** What changed or needs a look. */
    boolean isWorthALook(Token token) {
        return token.owner().equals(visitor.id())
                || endsSoon(token)
                || isForgotten(token)
                || token.made().isAfter(now.minus(LATELY));
    }

    TokenRow row(Token token) {
        Optional<Token.Use> use = uses.last(token.id());
        return new TokenRow(
                token.redacted(),
                token.owner().value(),
                token.label(),
                may(token.scope()),
                token.expires(),
                endsSoon(token),
                use.map(Token.Use::at),
                use.map(Token.Use::source).orElse(""),
                isForgotten(token),
                revoke(token).map(call -> revoking(token, call)),
                token.owner().equals(visitor.id()));
    }

    private static List<String> may(TokenScope tokenScope) {
        Stream<String> within = tokenScope.within().stream().map(team -> "within " + team);
        Stream<String> only =
                tokenScope.only().stream().flatMap(set -> set.stream().map(Permission::wireName));
        return Stream.concat(within, only).toList();
    }

    private static PageForm revoking(Token token, String call) {
        return PageForm.of(call, "Revoke")
                .asking(
                        "Revoke %s of %s? Whatever uses it is shut out within a second, and it cannot be given back."
                                .formatted(token.redacted(), token.owner()))
                .done("Revoked " + token.redacted() + ".");
    }

    private Optional<String> revoke(Token token) {
        String id = "/tokens/" + token.id();
        if (token.owner().equals(visitor.id())) {
            return Optional.of("DELETE /api/v1/me" + id);
        }
        if (visitor.may(Permission.PEOPLE_WRITE, TeamId.ALL)) {
            return Optional.of("DELETE /api/v1/users/" + token.owner() + id);
        }
        return account(token)
                .filter(team -> visitor.may(Permission.ACCOUNTS_WRITE, team))
                .map(team -> "DELETE /api/v1/teams/" + team + "/accounts/" + token.owner() + id);
    }

    /** For how many days a token may be made: none outlives the one it is made with. */
    long longest() {
        return visitor.token()
                .flatMap(shown -> shown.isSession() ? shown.madeWith() : Optional.of(shown.id()))
                .flatMap(people().tokens()::get)
                .flatMap(Token::expires)
                .map(end -> Math.clamp(Duration.between(now, end).toDays(), 1L, USUAL_DAYS))
                .orElse(USUAL_DAYS);
    }

    /** Oneself first, then service accounts, then, for whoever may, everybody else. */
    List<TokenFor> makeFor() {
        Stream<TokenFor> self =
                Stream.of(visitor)
                        .filter(one -> !one.isLocal())
                        .map(
                                one ->
                                        new TokenFor(
                                                one.id() + " (you)", "POST /api/v1/me/tokens", ""));
        return Stream.concat(
                        self, people().users().values().flatMap(user -> makeFor(user).stream()))
                .limit(500)
                .toList();
    }

    private Optional<TokenFor> makeFor(User user) {
        if (user.id().equals(visitor.id()) || !user.enabled()) {
            return Optional.empty();
        }
        String name = user.id().value();
        if (user.team().filter(team -> visitor.may(Permission.ACCOUNTS_WRITE, team)).isPresent()) {
            String team = user.team().get().value();
            return Optional.of(
                    new TokenFor(
                            name,
                            "POST /api/v1/teams/" + team + "/accounts/" + name + "/tokens",
                            "--account " + name + " --team " + team));
        }
        return visitor.may(Permission.PEOPLE_WRITE, TeamId.ALL)
                ? Optional.of(
                        new TokenFor(
                                name, "POST /api/v1/users/" + name + "/tokens", "--user " + name))
                : Optional.empty();
    }
}
