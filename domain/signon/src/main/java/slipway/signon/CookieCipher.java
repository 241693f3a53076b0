package slipway.signon;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.SecretKey;
import slipway.base.AesGcm;

/**
 * Encrypts a {@link SignOnFlow} into the value of a cookie, with AES-GCM. The associated data names the provider and
 * the client, so a cookie from before a change of these settings is not accepted.
 */
final class CookieCipher {

    private static final int MAX_LENGTH = 4_000;

    private final AesGcm cipher;
    private final byte[] associatedData;

    CookieCipher(SecretKey key, OidcProvider oidcProvider, RandomGenerator random) {
        this.cipher = new AesGcm(key, random);
        this.associatedData =
                String.join(
                                "\n",
                                "slipway sign-on 1",
                                oidcProvider.issuer(),
                                oidcProvider.clientId())
                        .getBytes(StandardCharsets.UTF_8);
    }

    String encrypt(SignOnFlow signOnFlow) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(cipher.encrypt(signOnFlow.bytes(), associatedData));
    }

    /** The flow; empty when this server did not encrypt the cookie or it was changed. */
    Optional<SignOnFlow> decrypt(String cookie) {
        return bytes(cookie)
                .flatMap(bytes -> cipher.decrypt(bytes, associatedData))
                .flatMap(SignOnFlow::read);
    }

    private static Optional<byte[]> bytes(String cookie) {
        if (cookie.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getUrlDecoder().decode(cookie));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
