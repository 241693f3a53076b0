package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret of Standard Webhooks: {@code whsec_} and 24 to 64 bytes in base64. */
final class SigningSecret {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final byte[] key;

    private SigningSecret(byte[] key) {
        if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "A secret has %d to %d bytes, not %d"
                            .formatted(MIN_BYTES, MAX_BYTES, key.length));
        }
        this.key = key;
    }

    /**
     * @param random must be unpredictable
     */
    static SigningSecret random(RandomGenerator random) {
        var key = new byte[BYTES];
        random.nextBytes(key);
        return new SigningSecret(key);
    }

    static SigningSecret parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("A secret begins with " + PREFIX);
        }
        return new SigningSecret(Base64.getDecoder().decode(text.substring(PREFIX.length())));
    }

    String text() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /** The signature of a message: {@code v1,} and the HMAC-SHA256 of id, time and body, joined by dots. */
    String sign(String id, Instant at, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            String signed = id + "." + at.getEpochSecond() + "." + body;
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA256", e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
