package slipway.signon;

import java.util.Arrays;
import java.util.Optional;

/**
 * The signatures we believe. What is not here does not exist: {@code none} is no signature, and with HMAC everybody
 * who can check could also sign.
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

    /** The sort of key it needs, as a JWK says it ({@code kty}): an RSA key cannot be talked into anything else. */
    String keyType() {
        return keyType;
    }

    /** For {@code at_hash}. */
    String hash() {
        return hash;
    }
}
