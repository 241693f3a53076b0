package slipway.surface.run.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** That the pages count as everybody else does. */
class ProgressLabelTest {

    private static String words(String text) {
        return ProgressLabel.read(text).orElseThrow().words();
    }

    @Test
    void what_a_job_counts_is_read_as_it_is_read_everywhere() {
        assertThat(words("{\"step\": 12, \"total\": 48, \"loss\": 0.41}"))
                .isEqualTo("25\u202f%, step 12 of 48, loss 0.41");
        assertThat(words("global_step=7 max_steps=28 loss=nan"))
                .isEqualTo("25\u202f%, step 7 of 28, loss nan");
        assertThat(words("step 3/4\nnow it evaluates")).isEqualTo("75\u202f%, step 3 of 4");
    }

    @Test
    void what_counts_nothing_is_shown_as_it_was_written() {
        assertThat(words("loading\u0007 weights\n\n")).isEqualTo("loading  weights");
        assertThat(ProgressLabel.read(" \n")).isEmpty();
    }
}
