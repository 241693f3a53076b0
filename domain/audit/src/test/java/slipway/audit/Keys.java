package slipway.audit;

import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;

/** Key pairs that are the same in every run. */
final class Keys {

    private Keys() {}

    static KeyPair of(int seed) {
        try {
            var generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException | InvalidAlgorithmParameterException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A generator that returns a constant. */
    private static final class Fixed extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private final byte seed;

        Fixed(int seed) {
            this.seed = (byte) seed;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            java.util.Arrays.fill(bytes, seed);
        }
    }
}
