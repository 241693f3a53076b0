package slipway.guard;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Sorted;

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

    static Visitor of(People people, ServerKey key, String text, Instant now) {
        TokenText shown = TokenText.parse(text).orElseThrow(Trouble::mistyped);
        Bearer bearer = people.bearer(shown.number()).orElseThrow(() -> Trouble.unknown(shown));
        if (!ServerKey.same(bearer.hash(), shown.hash(key))) {
            throw Trouble.unknown(shown);
        }
        return admitted(people, bearer, now);
    }

    /** The same visitor in a newer picture. */
    static Visitor again(People people, Optional<String> with, Instant now) {
        if (with.isEmpty()) {
            return local(people);
        }
        long number = TokenText.number(with.get());
        return admitted(people, people.bearer(number).orElseThrow(Trouble::gone), now);
    }

    static Visitor local(People people) {
        return new Visitor(people, LOCAL, Optional.empty(), Sorted.empty());
    }

    private static Visitor admitted(People people, Bearer bearer, Instant now) {
        Token token = bearer.token();
        if (token.revoked().isPresent()) {
            throw Trouble.revoked(token);
        }
        if (token.hasExpired(now)) {
            throw Trouble.expired(token);
        }
        if (!bearer.owner().enabled()) {
            throw Trouble.disabled(bearer.owner());
        }
        return new Visitor(people, bearer.owner(), Optional.of(token), bearer.held());
    }
}
