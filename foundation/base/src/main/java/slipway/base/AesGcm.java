package slipway.base;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Authenticated encryption with AES-GCM (NIST SP 800-38D). The result is a random nonce of 12 bytes, the ciphertext and
 * a tag of 16 bytes; the associated data is authenticated and not stored.
 */
public final class AesGcm {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final SecretKey key;
    private final RandomGenerator random;

    /**
     * @param random must be unpredictable
     */
    public AesGcm(SecretKey key, RandomGenerator random) {
        this.key = key;
        this.random = random;
    }

    public byte[] encrypt(byte[] plain, byte[] associatedData) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, associatedData).doFinal(plain);
            return ByteBuffer.allocate(NONCE_BYTES + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("AES-GCM does not work with this key", broken);
        }
    }

    /** Empty when the bytes were not encrypted with this key and this associated data, or were changed. */
    public Optional<byte[]> decrypt(byte[] encrypted, byte[] associatedData) {
        if (encrypted.length < NONCE_BYTES + TAG_BYTES) {
            return Optional.empty();
        }
        var nonce = new byte[NONCE_BYTES];
        ByteBuffer rest = ByteBuffer.wrap(encrypted).get(nonce);
        var ciphertext = new byte[rest.remaining()];
        rest.get(ciphertext);
        try {
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, nonce, associatedData).doFinal(ciphertext));
        } catch (GeneralSecurityException changed) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] associatedData)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(associatedData);
        return cipher;
    }
}
