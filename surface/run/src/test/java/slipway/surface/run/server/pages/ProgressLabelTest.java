package slipway.surface.run.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressLabelTest {

    private static String text(String written) {
        return ProgressLabel.parse(written).orElseThrow().words();
    }

    @Test
    void counters_appear_as_a_percentage_with_step_and_loss() {
        assertThat(text("{\"step\": 12, \"total\": 48, \"loss\": 0.41}"))
                .isEqualTo("25\u202f%, step 12 of 48, loss 0.41");
        assertThat(text("global_step=7 max_steps=28 loss=nan"))
                .isEqualTo("25\u202f%, step 7 of 28, loss nan");
        assertThat(text("step 3/4\nnow it evaluates")).isEqualTo("75\u202f%, step 3 of 4");
    }

    @Test
    void a_line_without_counters_appears_unchanged() {
        assertThat(text("loading\u0007 weights\n\n")).isEqualTo("loading  weights");
        assertThat(ProgressLabel.parse(" \n")).isEmpty();
    }
}
