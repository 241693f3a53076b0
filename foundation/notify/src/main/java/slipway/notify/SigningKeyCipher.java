package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKey;
import slipway.base.AesGcm;

/**
 * Encrypts the signing secrets of webhooks. The webhook's id is the associated data: a row that is moved to another
 * webhook in the database cannot be decrypted.
 */
final class SigningKeyCipher {

    private final AesGcm cipher;

    SigningKeyCipher(SecretKey key, SecureRandom random) {
        this.cipher = new AesGcm(key, random);
    }

    /** The encrypted secret in base64. */
    String encrypt(WebhookId webhook, SigningSecret secret) {
        return Base64.getEncoder()
                .encodeToString(cipher.encrypt(secret.text().getBytes(UTF_8), place(webhook)));
    }

    SigningSecret decrypt(WebhookId webhook, String encrypted) {
        return cipher.decrypt(Base64.getDecoder().decode(encrypted), place(webhook))
                .map(text -> SigningSecret.parse(new String(text, UTF_8)))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "The secret of %s cannot be decrypted: its row was changed outside the journal"
                                                .formatted(webhook)));
    }

    private static byte[] place(WebhookId webhook) {
        return ("webhook/" + webhook).getBytes(UTF_8);
    }
}
