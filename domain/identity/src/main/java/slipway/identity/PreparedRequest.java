package slipway.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.TeamId;

/**
 * A request as the module owner gets it. Random values were drawn and secret values hashed or encrypted before, so
 * no clear text can get into a snapshot, a row, an event or a log.
 */
sealed interface PreparedRequest {

    /**
     * An action on behalf of a principal.
     *
     * @param token the id of the presented token; empty: the local token
     */
    record OnBehalf(Optional<String> token, Action action) implements PreparedRequest {}

    /** What the principal requests. */
    sealed interface Action {}

    record Change(IdentityRequest request) implements Action {}

    record CreateToken(IdentityRequest.CreateToken request, TokenHash tokenHash)
            implements Action {}

    record OpenSession(TokenHash tokenHash) implements Action {}

    record SetSecret(TeamId team, String name, String encrypted) implements Action {}

    /** An identity provider has authenticated a person. */
    record SignInWithProvider(IdentityRequest.SignIn person, TokenHash tokenHash)
            implements PreparedRequest {}

    /** Creates the first admin and its token at the first start; repeated with another token until one was shown. */
    record CreateFirstAdmin(TokenHash tokenHash) implements PreparedRequest {}

    record FirstAdminShown() implements PreparedRequest {}

    /** Records the server key of this database and creates the root team, once. */
    record Initialize(String fingerprint) implements PreparedRequest {}

    /**
     * Token uses and failures since the last time.
     *
     * @param trusted the time that decides which ended tokens are old enough to be deleted
     */
    record RecordUse(List<Token.Use> uses, List<Fact.AccessRefused> failures, Instant trusted)
            implements PreparedRequest {}

    /** What is stored of the text of a token: its public part and its HMAC. */
    record TokenHash(String id, String hash) {}
}
