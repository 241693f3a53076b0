package slipway.guard;

import java.time.Instant;
import java.util.Optional;
import slipway.base.PersistentSortedMap;

/**
 * From a token's text to a visitor. The hot path of every request: no lock, no database, one look-up by the public
 * part, one HMAC, one comparison that takes the same time wherever it fails.
 */
final class Recognise {

    private static final User LOCAL =
            new User(
                    User.LOCAL,
                    Optional.empty(),
                    "This machine",
                    Optional.empty(),
                    true,
                    Optional.empty(),
                    Instant.EPOCH);

    private Recognise() {}

    static Visitor of(People userDirectory, ServerKey key, String text, Instant now) {
        TokenText shown = TokenText.parse(text).orElseThrow(Trouble::mistyped);
        Bearer resolvedToken =
                userDirectory.bearer(shown.number()).orElseThrow(() -> Trouble.unknown(shown));
        if (!ServerKey.same(resolvedToken.hash(), shown.hash(key))) {
            throw Trouble.unknown(shown);
        }
        return admitted(userDirectory, resolvedToken, now);
    }

    /** The same visitor in a newer picture. */
    static Visitor again(People userDirectory, Optional<String> with, Instant now) {
        if (with.isEmpty()) {
            return local(userDirectory);
        }
        long number = TokenText.number(with.get());
        return admitted(
                userDirectory, userDirectory.bearer(number).orElseThrow(Trouble::gone), now);
    }

    static Visitor local(People userDirectory) {
        return new Visitor(userDirectory, LOCAL, Optional.empty(), PersistentSortedMap.empty());
    }

    private static Visitor admitted(People userDirectory, Bearer resolvedToken, Instant now) {
        Token token = resolvedToken.token();
        if (token.revoked().isPresent()) {
            throw Trouble.revoked(token);
        }
        if (token.hasExpired(now)) {
            throw Trouble.expired(token);
        }
        if (!resolvedToken.owner().enabled()) {
            throw Trouble.disabled(resolvedToken.owner());
        }
        return new Visitor(
                userDirectory, resolvedToken.owner(), Optional.of(token), resolvedToken.held());
    }
}
