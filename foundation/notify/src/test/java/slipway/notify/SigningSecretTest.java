package slipway.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Signatures of Standard Webhooks. */
class SigningSecretTest {

    private static final String EXAMPLE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** The example that the libraries of the specification are tested with. */
    @Test
    void the_signature_is_that_of_the_specification() {
        assertThat(
                        SigningSecret.parse(EXAMPLE)
                                .sign(
                                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                                        Instant.ofEpochSecond(1614265330),
                                        "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void a_new_secret_has_32_bytes_and_is_not_in_a_log() {
        SigningSecret secret = SigningSecret.random(new SecureRandom());
        assertThat(secret.text()).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(secret.toString()).isEqualTo("whsec_…");
        assertThat(SigningSecret.parse(secret.text()).text()).isEqualTo(secret.text());
    }

    @Test
    void a_short_secret_is_refused() {
        assertThatThrownBy(() -> SigningSecret.parse("whsec_c2hvcnQ="))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
