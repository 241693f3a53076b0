package slipway.server.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a job says of its progress, however it says it. */
class ProgressTest {

    private static String words(String text) {
        return Progress.read(text).map(Progress::words).orElse("nothing");
    }

    @Test
    void the_last_line_counts() {
        assertThat(words("step=1 total=4\nstep=2 total=4\n\n")).isEqualTo("50 %, step 2 of 4");
    }

    @Test
    void json_pairs_and_fractions_say_the_same() {
        String expected = "25 %, step 1,000 of 4,000, loss 2.03";
        assertThat(words("{\"step\":1000,\"total\":4000,\"loss\":2.03}")).isEqualTo(expected);
        assertThat(words("step=1000 total=4000 loss=2.03")).isEqualTo(expected);
        assertThat(words("step 1000/4000 loss 2.03 lr 1.4e-04")).isEqualTo(expected);
    }

    @Test
    void without_a_total_there_is_no_share() {
        Optional<Progress> progress = Progress.read("step=7");
        assertThat(progress.map(Progress::words)).contains("step 7");
        assertThat(progress.flatMap(Progress::bar)).isEmpty();
    }

    @Test
    void more_than_everything_is_everything() {
        assertThat(words("step 9/8")).isEqualTo("100 %, step 9 of 8");
    }

    @Test
    void what_is_not_understood_is_shown_as_it_is_but_short_and_plain() {
        assertThat(words("warming\u0007up")).isEqualTo("warming up");
        assertThat(words("x".repeat(500))).hasSize(161).endsWith("…");
        assertThat(words("step 1/0")).isEqualTo("step 1 of 0");
        assertThat(words(" \n")).isEqualTo("nothing");
    }
}
