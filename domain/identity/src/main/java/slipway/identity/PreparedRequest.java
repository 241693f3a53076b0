package slipway.identity;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.TeamId;

/**
 * What reaches the room's owner. Whatever is random or secret was dealt with before: here are only hashes and sealed
 * values, so nothing that must not be read can get into a picture, a row, an event or a log.
 */
sealed interface PreparedRequest {

    /**
     * Somebody asks.
     *
     * @param token the token that was shown; empty: the local one
     */
    record OnBehalf(Optional<String> token, Action action) implements PreparedRequest {}

    /** What is done on behalf of a visitor. */
    sealed interface Action {}

    record Change(IdentityRequest request) implements Action {}

    record CreateToken(IdentityRequest.CreateToken request, TokenHash tokenHash)
            implements Action {}

    record OpenSession(TokenHash tokenHash) implements Action {}

    record SetSecret(TeamId team, String name, String encrypted) implements Action {}

    /** An identity provider vouches for somebody. */
    record SignInWithProvider(IdentityRequest.SignIn person, TokenHash tokenHash)
            implements PreparedRequest {}

    /** The first start: the first admin and its token; again, with another token, while it was not shown. */
    record CreateFirstAdmin(TokenHash tokenHash) implements PreparedRequest {}

    record FirstAdminShown() implements PreparedRequest {}

    /** The room opens under this server key. */
    record Initialize(String fingerprint) implements PreparedRequest {}

    /** What was counted since the last time. */
    record RecordUse(List<Token.Use> uses, List<Fact.AccessRefused> failures)
            implements PreparedRequest {}

    /** All that may be kept of a token's text. */
    record TokenHash(String id, String hash) {}
}
