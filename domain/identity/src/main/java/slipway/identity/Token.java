package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.base.UserId;

/**
 * What lets its bearer in as its owner. Its text was shown once; here is all that is kept of it.
 *
 * @param id its public part, the first eight letters and digits
 * @param madeWith the token that was shown when this one was made
 * @param hash HMAC of the text under the server key, in hex
 */
public record Token(
        String id,
        Kind kind,
        UserId owner,
        String label,
        TokenScope scope,
        Instant made,
        Optional<String> madeWith,
        Optional<Instant> expires,
        Optional<Instant> revoked,
        String hash) {

    /** What sort of token it is: the second word of its text. */
    public enum Kind {
        /** Shown by the very first start. */
        ADMIN("adm"),
        PERSON("usr"),
        SERVICE("svc"),
        /** In a browser's cookie. */
        SESSION("ses"),
        /** Of the machine's own user, new at every start and kept in no database. */
        LOCAL("loc");

        private static final Kind[] ALL = values();

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        static Optional<Kind> of(byte first, byte second, byte third) {
            for (Kind kind : ALL) {
                if (kind.word.charAt(0) == first
                        && kind.word.charAt(1) == second
                        && kind.word.charAt(2) == third) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /** When it was last used, and from where. */
    public record Use(String token, Instant at, String source) {}

    /** As people may see it: {@code slw_usr_4tQm1vNc…}. */
    public String redacted() {
        return "slw_" + kind.word() + "_" + id + "…";
    }

    public boolean isSession() {
        return kind == Kind.SESSION;
    }

    public boolean isLive(Instant now) {
        return revoked.isEmpty() && !hasExpired(now);
    }

    boolean hasExpired(Instant now) {
        return expires.isPresent() && !now.isBefore(expires.get());
    }

    Token revoked(Instant now) {
        return new Token(
                id, kind, owner, label, scope, made, madeWith, expires, Optional.of(now), hash);
    }
}
