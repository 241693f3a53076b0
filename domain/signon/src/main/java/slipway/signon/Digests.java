package slipway.signon;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes with the algorithms of the JDK. */
final class Digests {

    private Digests() {}

    static byte[] sha256(byte[] bytes) {
        return hash("SHA-256", bytes);
    }

    static byte[] hash(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("This Java has no " + algorithm, missing);
        }
    }
}
