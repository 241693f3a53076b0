package slipway.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The text of a token: {@code slw_usr_4tQm1vNc…_1f0c3a}. It has a prefix that secret scanners find in a repository, the
 * kind, 32 random letters and digits, the first eight of which are the public part, and a checksum that tells a
 * mistyped token from an unknown one without a lookup.
 */
final class TokenFormat {

    static final int LENGTH = 47;

    private static final String PREFIX = "slw_";
    private static final int KIND = 4;
    private static final int ID = 8;
    private static final int ID_LENGTH = 8;
    private static final int RANDOM_LENGTH = 32;
    private static final int BODY = ID + RANDOM_LENGTH;
    private static final int CHECKSUM_LENGTH = 6;
    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /** Bytes from 248 on are redrawn: below it, each of the 62 characters is equally likely. */
    private static final int UNBIASED = 256 - 256 % ALPHABET.length();

    private final byte[] bytes;
    private final Token.Kind kind;

    private TokenFormat(byte[] bytes, Token.Kind kind) {
        this.bytes = bytes;
        this.kind = kind;
    }

    static TokenFormat random(Token.Kind kind, SecureRandom random) {
        var text = new StringBuilder(LENGTH).append(PREFIX).append(kind.word()).append('_');
        var drawn = new byte[RANDOM_LENGTH];
        while (text.length() < BODY) {
            random.nextBytes(drawn);
            for (byte one : drawn) {
                int number = one & 0xff;
                if (number < UNBIASED && text.length() < BODY) {
                    text.append(ALPHABET.charAt(number % ALPHABET.length()));
                }
            }
        }
        int checksum = checksum(text.toString().getBytes(ISO_8859_1));
        text.append('_').append(HexFormat.of().toHexDigits(checksum, CHECKSUM_LENGTH));
        return new TokenFormat(text.toString().getBytes(ISO_8859_1), kind);
    }

    /** Empty when the text is not a token: a character is wrong, missing or superfluous. */
    static Optional<TokenFormat> parse(String text) {
        if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        // A character beyond Latin-1 becomes a question mark, which is not in the alphabet.
        byte[] bytes = text.getBytes(ISO_8859_1);
        if (bytes[ID - 1] != '_'
                || bytes[BODY] != '_'
                || statedChecksum(bytes) != checksum(bytes)) {
            return Optional.empty();
        }
        for (int i = ID; i < BODY; i++) {
            if (!isLetterOrDigit(bytes[i])) {
                return Optional.empty();
            }
        }
        return Token.Kind.of(bytes[KIND], bytes[KIND + 1], bytes[KIND + 2])
                .map(kind -> new TokenFormat(bytes, kind));
    }

    String text() {
        return new String(bytes, ISO_8859_1);
    }

    /** The public part, which identifies the token and does not authenticate. */
    String id() {
        return new String(bytes, ID, ID_LENGTH, ISO_8859_1);
    }

    /** The public part as a number. */
    long number() {
        long number = 0;
        for (int i = ID; i < ID + ID_LENGTH; i++) {
            number = number << Byte.SIZE | bytes[i];
        }
        return number;
    }

    /** The number of a public part. */
    static long number(String id) {
        long number = 0;
        for (int i = 0; i < id.length(); i++) {
            number = number << Byte.SIZE | id.charAt(i);
        }
        return number;
    }

    byte[] hash(ServerKey key) {
        return key.hash(bytes);
    }

    private static boolean isLetterOrDigit(byte c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    /** The top 24 bits of CRC-32C: it detects every single wrong character and every two swapped neighbors. */
    private static int checksum(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes, 0, BODY);
        return (int) (crc.getValue() >>> 8);
    }

    /** The value of the six lower-case hex digits at the end; -1 when they are not hex digits. */
    private static int statedChecksum(byte[] bytes) {
        int value = 0;
        for (int i = LENGTH - CHECKSUM_LENGTH; i < LENGTH; i++) {
            byte c = bytes[i];
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Leaves the secret part out, because string forms end up in logs. */
    @Override
    public String toString() {
        return PREFIX + kind.word() + "_" + id() + "…";
    }
}
