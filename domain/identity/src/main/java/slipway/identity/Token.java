package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.base.UserId;

/**
 * Authenticates its bearer as its owner. Its text was shown once; this is what is stored of it.
 *
 * @param id its public part, the first eight letters and digits
 * @param madeWith the token with which this one was created
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

    /** The kind of a token: the second part of its text. */
    public enum Kind {
        /** The token of the first admin, shown by the first start. */
        ADMIN("adm"),
        PERSON("usr"),
        SERVICE("svc"),
        /** A browser session; its text is in a cookie. */
        SESSION("ses"),
        /** For the operating-system user of the server; new at every start and never stored. */
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

    /** The token without its secret part: {@code slw_usr_4tQm1vNc…}. */
    public String redacted() {
        return "slw_" + kind.word() + "_" + id + "…";
    }

    public boolean isSession() {
        return kind == Kind.SESSION;
    }

    public boolean isLive(Instant now) {
        return revoked.isEmpty() && !hasExpired(now);
    }

    /** The token of the first admin: it has no permission, and is exchanged once for a session or another token. */
    boolean isExchangedOnce() {
        return kind == Kind.ADMIN && scope.equals(TokenScope.NONE);
    }

    boolean hasExpired(Instant now) {
        return expires.isPresent() && !now.isBefore(expires.get());
    }

    Token revoked(Instant now) {
        return new Token(
                id, kind, owner, label, scope, made, madeWith, expires, Optional.of(now), hash);
    }
}
