package slipway.signon;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Closes a trip into a cookie's value and opens it again: AES-GCM, so that nobody can read or change it on the way. It
 * is bound to the provider and the client; a cookie from before the settings changed does not open.
 */
final class CookieCipher {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MAX_LENGTH = 4_000;
    private static final String CIPHER = "AES/GCM/NoPadding";

    private final SecretKey key;
    private final byte[] associatedData;
    private final RandomGenerator random;

    CookieCipher(SecretKey key, OidcProvider oidcProvider, RandomGenerator random) {
        this.key = key;
        this.associatedData =
                String.join(
                                "\n",
                                "slipway sign-on 1",
                                oidcProvider.issuer(),
                                oidcProvider.clientId())
                        .getBytes(StandardCharsets.UTF_8);
        this.random = random;
    }

    String encrypt(SignOnFlow signOnFlow) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] closed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(signOnFlow.bytes());
            byte[] whole =
                    ByteBuffer.allocate(nonce.length + closed.length)
                            .put(nonce)
                            .put(closed)
                            .array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(
                    "The key or the cipher of sign-on does not work", broken);
        }
    }

    /** The trip, or nothing when we did not close this envelope or somebody changed it. */
    Optional<SignOnFlow> decrypt(String cookie) {
        return bytes(cookie).flatMap(this::decrypt);
    }

    private Optional<SignOnFlow> decrypt(byte[] whole) {
        var nonce = new byte[NONCE_BYTES];
        ByteBuffer closed = ByteBuffer.wrap(whole).get(nonce);
        try {
            var opened = ByteBuffer.allocate(whole.length);
            cipher(Cipher.DECRYPT_MODE, nonce).doFinal(closed, opened);
            var trip = new byte[opened.position()];
            opened.flip().get(trip);
            return SignOnFlow.read(trip);
        } catch (GeneralSecurityException notOurs) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> bytes(String cookie) {
        if (cookie.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getUrlDecoder().decode(cookie))
                    .filter(whole -> whole.length > NONCE_BYTES);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(associatedData);
        return cipher;
    }
}
