package slipway.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import slipway.base.TeamId;

/**
 * Seals secrets with AES-256-GCM under a key that follows from the server key. The team and the name are sealed in with
 * the value: a row that is put under another name in the database does not open.
 */
final class SecretCipher {

    static final int MAX_BYTES = 64 * 1024;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final ServerKey key;
    private final SecureRandom random;

    SecretCipher(ServerKey key, SecureRandom random) {
        this.key = key;
        this.random = random;
    }

    String seal(TeamId team, String name, byte[] value) {
        if (value.length == 0 || value.length > MAX_BYTES) {
            throw IdentityProblems.secretSize(value.length, MAX_BYTES);
        }
        var nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, new Place(team, name, nonce), value);
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array());
    }

    byte[] open(TeamSecret teamSecret) {
        ByteBuffer all = ByteBuffer.wrap(Base64.getDecoder().decode(teamSecret.sealed()));
        var nonce = new byte[NONCE];
        all.get(nonce);
        var sealed = new byte[all.remaining()];
        all.get(sealed);
        return run(
                Cipher.DECRYPT_MODE,
                new Place(teamSecret.team(), teamSecret.name(), nonce),
                sealed);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Place(TeamId team, String name, byte[] nonce) {}

    private byte[] run(int mode, Place place, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key.secretsKey(), new GCMParameterSpec(TAG_BITS, place.nonce()));
            cipher.updateAAD((place.team() + "/" + place.name()).getBytes(UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "The secret %s/%s does not open: its row was changed outside the journal"
                            .formatted(place.team(), place.name()),
                    e);
        }
    }
}
