package slipway.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class AesGcmTest {

    private static final byte[] PLAIN = "a secret".getBytes(UTF_8);
    private static final byte[] PLACE = "vision/wandb-key".getBytes(UTF_8);

    private final AesGcm cipher =
            new AesGcm(
                    new SecretKeySpec(new byte[32], "AES"), RandomGenerator.of("L64X128MixRandom"));

    @Test
    void what_was_encrypted_is_decrypted() {
        assertThat(cipher.decrypt(cipher.encrypt(PLAIN, PLACE), PLACE)).contains(PLAIN);
        assertThat(cipher.encrypt(PLAIN, PLACE)).isNotEqualTo(cipher.encrypt(PLAIN, PLACE));
    }

    @Test
    void a_changed_byte_a_cut_text_and_other_associated_data_are_detected() {
        byte[] encrypted = cipher.encrypt(PLAIN, PLACE);
        for (int i = 0; i < encrypted.length; i++) {
            byte[] changed = encrypted.clone();
            changed[i] ^= 1;
            assertThat(cipher.decrypt(changed, PLACE)).isEmpty();
            assertThat(cipher.decrypt(Arrays.copyOf(encrypted, i), PLACE)).isEmpty();
        }
        assertThat(cipher.decrypt(encrypted, "nlp/wandb-key".getBytes(UTF_8))).isEmpty();
    }

    /** Secrets in databases and backups were encrypted in this form: nonce, ciphertext, tag. */
    @Test
    void the_stored_form_does_not_change() {
        byte[] stored =
                HexFormat.of()
                        .parseHex(
                                "000000000000000000000000"
                                        + "cea7403d4d606b6e074ec5d3baf39d18"
                                        + "d0d1c8a799996bf0265b98b5d48ab919");
        assertThat(cipher.decrypt(stored, new byte[0])).contains(new byte[16]);
    }
}
