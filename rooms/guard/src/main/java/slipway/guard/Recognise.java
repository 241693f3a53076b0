package slipway.guard;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

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
        Token token = people.tokens().get(shown.id()).orElseThrow(() -> Trouble.unknown(shown));
        byte[] kept = HexFormat.of().parseHex(token.hash());
        if (!ServerKey.same(kept, key.hash(shown.bytes()))) {
            throw Trouble.unknown(shown);
        }
        return bearer(people, token, now);
    }

    /** The same visitor in a newer picture. */
    static Visitor again(People people, Optional<String> with, Instant now) {
        if (with.isEmpty()) {
            return local(people);
        }
        Token token = people.tokens().get(with.get()).orElseThrow(Trouble::gone);
        return bearer(people, token, now);
    }

    static Visitor local(People people) {
        return new Visitor(people, LOCAL, Optional.empty());
    }

    private static Visitor bearer(People people, Token token, Instant now) {
        if (token.revoked().isPresent()) {
            throw Trouble.revoked(token);
        }
        if (token.hasExpired(now)) {
            throw Trouble.expired(token);
        }
        User owner = people.users().get(token.owner()).orElseThrow(Trouble::gone);
        if (!owner.enabled()) {
            throw Trouble.disabled(owner);
        }
        return new Visitor(people, owner, Optional.of(token));
    }
}
