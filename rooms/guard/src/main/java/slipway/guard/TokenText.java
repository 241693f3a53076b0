package slipway.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a person copies and pastes: {@code slw_usr_4tQm1vNc…_1f0c3a}. A prefix that scanners find in a repository, the
 * kind, 32 letters and digits drawn at random of which the first eight are the public part, and a checksum, so that a
 * mistyped token is told from an unknown one without a look-up.
 */
record TokenText(String text, Token.Kind kind) {

    static final int LENGTH = 47;

    private static final String PREFIX = "slw_";
    private static final int ID = 8;
    private static final int ID_LENGTH = 8;
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECK = ID + RANDOM_LENGTH + 1;
    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /** Bytes from 248 on are drawn again: below it each of the 62 letters is equally likely. */
    private static final int FAIR = 256 - 256 % ALPHABET.length();

    static TokenText random(Token.Kind kind, SecureRandom random) {
        var text = new StringBuilder(LENGTH).append(PREFIX).append(kind.word()).append('_');
        var one = new byte[RANDOM_LENGTH];
        while (text.length() < ID + RANDOM_LENGTH) {
            random.nextBytes(one);
            for (byte drawn : one) {
                int number = drawn & 0xff;
                if (number < FAIR && text.length() < ID + RANDOM_LENGTH) {
                    text.append(ALPHABET.charAt(number % ALPHABET.length()));
                }
            }
        }
        byte[] body = text.toString().getBytes(ISO_8859_1);
        return new TokenText(
                text.append('_').append(HexFormat.of().toHexDigits(checksum(body), 6)).toString(),
                kind);
    }

    /** Empty when the text is no token: a character is wrong, missing or too much. */
    static Optional<TokenText> parse(String text) {
        if (text.length() != LENGTH
                || !text.startsWith(PREFIX)
                || text.charAt(ID - 1) != '_'
                || text.charAt(CHECK - 1) != '_') {
            return Optional.empty();
        }
        for (int i = ID; i < ID + RANDOM_LENGTH; i++) {
            if (!letterOrDigit(text.charAt(i))) {
                return Optional.empty();
            }
        }
        byte[] body = text.substring(0, CHECK - 1).getBytes(ISO_8859_1);
        if (said(text) != checksum(body)) {
            return Optional.empty();
        }
        return Token.Kind.of(text.charAt(4), text.charAt(5), text.charAt(6))
                .map(kind -> new TokenText(text, kind));
    }

    /** The public part: names the token and opens nothing. */
    String id() {
        return text.substring(ID, ID + ID_LENGTH);
    }

    byte[] bytes() {
        return text.getBytes(ISO_8859_1);
    }

    private static boolean letterOrDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    /** The top 24 bits of CRC-32C: no single wrong character and no two swapped neighbours pass. */
    private static int checksum(byte[] body) {
        var crc = new CRC32C();
        crc.update(body);
        return (int) (crc.getValue() >>> 8);
    }

    /** The six lower-case hex digits at the end; -1 when they are none. */
    private static int said(String text) {
        int value = 0;
        for (int i = CHECK; i < LENGTH; i++) {
            char c = text.charAt(i);
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** A token must not slip into a log. */
    @Override
    public String toString() {
        return PREFIX + kind.word() + "_" + id() + "…";
    }
}
