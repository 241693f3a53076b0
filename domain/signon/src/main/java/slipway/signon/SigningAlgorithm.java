package slipway.signon;

import java.util.Arrays;
import java.util.Optional;

/**
 * The accepted signature algorithms. {@code none} is not a signature, and with HMAC every client that can verify could
 * also sign.
 */
enum SigningAlgorithm {
    RS256("RS256", "RSA", "SHA-256"),
    PS256("PS256", "RSA", "SHA-256"),
    ES256("ES256", "EC", "SHA-256"),
    EDDSA("EdDSA", "OKP", "SHA-512");

    private final String jwsName;
    private final String keyType;
    private final String hash;

    SigningAlgorithm(String word, String key, String hash) {
        this.jwsName = word;
        this.keyType = key;
        this.hash = hash;
    }

    static Optional<SigningAlgorithm> named(String word) {
        return Arrays.stream(values()).filter(one -> one.jwsName.equals(word)).findFirst();
    }

    String jwsName() {
        return jwsName;
    }

    /** The key type ({@code kty} of a JWK) that it requires, so that an RSA key is not used as an HMAC secret. */
    String keyType() {
        return keyType;
    }

    /** The hash algorithm of {@code at_hash}. */
    String hash() {
        return hash;
    }
}
