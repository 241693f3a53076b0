package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacTest {

    @Test
    void it_equals_the_hmac_of_the_jdk_for_keys_and_texts_of_every_length()
            throws GeneralSecurityException {
        var random = AccessControlFixture.random(3);
        for (int length = 1; length <= 64; length++) {
            var key = new byte[length];
            var text = new byte[length * 3];
            random.nextBytes(key);
            random.nextBytes(text);
            assertThat(new Hmac(key).of(text)).isEqualTo(jdk(key, text));
        }
    }

    @Test
    void concurrent_threads_get_correct_results() throws Exception {
        var key = new byte[32];
        var hmac = new Hmac(key);
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int thread = 0; thread < 8; thread++) {
            byte[] text = ("text " + thread).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            byte[] right = jdk(key, text);
            tasks.add(
                    () ->
                            IntStream.range(0, 5_000)
                                    .allMatch(
                                            _ ->
                                                    ServerKey.constantTimeEquals(
                                                            right, hmac.of(text))));
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Boolean> right = new ArrayList<>();
            for (var done : threads.invokeAll(tasks)) {
                right.add(done.get());
            }
            assertThat(right).containsOnly(true);
        }
    }

    @Test
    void a_key_longer_than_a_block_is_refused() {
        assertThatThrownBy(() -> new Hmac(new byte[65]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] jdk(byte[] key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }
}
