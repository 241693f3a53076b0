package slipway.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.Base64;
import slipway.base.AesGcm;
import slipway.base.TeamId;

/**
 * Encrypts secrets with AES-256-GCM under a key that is derived from the server key. Team and name are the associated
 * data: a row that is moved under another name in the database cannot be decrypted.
 */
final class SecretCipher {

    static final int MAX_BYTES = 64 * 1024;

    private final AesGcm cipher;

    SecretCipher(ServerKey key, SecureRandom random) {
        this.cipher = new AesGcm(key.secretsKey(), random);
    }

    /** The encrypted value in base64. */
    String encrypt(TeamId team, String name, byte[] value) {
        if (value.length == 0 || value.length > MAX_BYTES) {
            throw IdentityProblems.secretSize(value.length, MAX_BYTES);
        }
        return Base64.getEncoder().encodeToString(cipher.encrypt(value, place(team, name)));
    }

    byte[] decrypt(TeamSecret secret) {
        return cipher.decrypt(
                        Base64.getDecoder().decode(secret.sealed()),
                        place(secret.team(), secret.name()))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "The secret %s/%s cannot be decrypted: its row was changed outside the journal"
                                                .formatted(secret.team(), secret.name())));
    }

    private static byte[] place(TeamId team, String name) {
        return (team + "/" + name).getBytes(UTF_8);
    }
}
