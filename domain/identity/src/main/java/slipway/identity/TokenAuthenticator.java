package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.base.PersistentSortedMap;

/**
 * Authenticates the text of a token. This is the hot path of every request: no lock, no database, one lookup by the
 * public part, one HMAC, one comparison in constant time.
 */
final class TokenAuthenticator {

    private static final User LOCAL =
            new User(
                    User.LOCAL,
                    Optional.empty(),
                    "This machine",
                    Optional.empty(),
                    true,
                    Optional.empty(),
                    Instant.EPOCH);

    private TokenAuthenticator() {}

    static Principal authenticate(
            UserDirectory userDirectory, ServerKey key, String text, Instant now) {
        TokenFormat shown = TokenFormat.parse(text).orElseThrow(IdentityProblems::mistyped);
        ResolvedToken resolvedToken =
                userDirectory
                        .resolve(shown.number())
                        .orElseThrow(() -> IdentityProblems.unknown(shown));
        if (!ServerKey.constantTimeEquals(resolvedToken.hash(), shown.hash(key))) {
            throw IdentityProblems.unknown(shown);
        }
        return principal(userDirectory, resolvedToken, now);
    }

    /** Checks a token again in a newer snapshot. */
    static Principal recheck(UserDirectory userDirectory, Optional<String> tokenId, Instant now) {
        if (tokenId.isEmpty()) {
            return local(userDirectory);
        }
        long number = TokenFormat.number(tokenId.get());
        return principal(
                userDirectory,
                userDirectory.resolve(number).orElseThrow(IdentityProblems::ownerRemoved),
                now);
    }

    static Principal local(UserDirectory userDirectory) {
        return new Principal(userDirectory, LOCAL, Optional.empty(), PersistentSortedMap.empty());
    }

    private static Principal principal(
            UserDirectory userDirectory, ResolvedToken resolvedToken, Instant now) {
        Token token = resolvedToken.token();
        if (token.revoked().isPresent()) {
            throw IdentityProblems.revoked(token);
        }
        if (token.hasExpired(now)) {
            throw IdentityProblems.expired(token);
        }
        if (!resolvedToken.owner().enabled()) {
            throw IdentityProblems.disabled(resolvedToken.owner());
        }
        if (resolvedToken.owner().mustSignOnAgain(now)) {
            throw IdentityProblems.signOnExpired(resolvedToken.owner());
        }
        return new Principal(
                userDirectory, resolvedToken.owner(), Optional.of(token), resolvedToken.grants());
    }
}
