package slipway.plan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Steps on one H200, compared with the output of the fitting program. */
class SingleGpuModelTest {

    private static final SingleGpuModel SINGLE = new SingleGpuModel();
    private static final SingleRun GPT2_LARGE =
            new SingleRun(
                    new SingleRun.Shape(36, 1280, 20, 20, 5120, 50304, 0),
                    1024,
                    57,
                    true,
                    false,
                    836659200);
    private static final SingleRun LLAMA_1B =
            new SingleRun(
                    new SingleRun.Shape(16, 2048, 32, 8, 8192, 128256, 1),
                    8192,
                    10,
                    false,
                    true,
                    1498480640);

    @Test
    void a_tiny_model_is_bound_by_kernel_launches() {
        var tiny =
                new SingleRun(
                        new SingleRun.Shape(4, 256, 4, 4, 1024, 8192, 0),
                        1024,
                        1,
                        true,
                        false,
                        7342336);
        agrees(tiny, 0.289337395897, 0.00763806009376);
        assertThat(SINGLE.fits(tiny)).isTrue();
    }

    @Test
    void pure_bf16_holds_half_of_what_autocast_holds() {
        var small =
                new SingleRun(
                        new SingleRun.Shape(12, 768, 12, 12, 3072, 50304, 0),
                        1024,
                        1,
                        false,
                        false,
                        162220800);
        agrees(small, 1.83921126395, 0.0153588001289);
        assertThat(SINGLE.fits(small)).isTrue();
    }

    @Test
    void casts_and_activations_fill_the_memory() {
        agrees(GPT2_LARGE, 134.509029647, 0.670966643034);
        assertThat(SINGLE.fits(GPT2_LARGE)).isFalse();
    }

    @Test
    void recomputed_layers_leave_the_logits_as_the_peak() {
        agrees(LLAMA_1B, 132.301060055, 1.92866435182);
        assertThat(SINGLE.fits(LLAMA_1B)).isFalse();
    }

    @Test
    void a_run_that_nearly_fits_does_not_fit() {
        var seven =
                new SingleRun(
                        new SingleRun.Shape(32, 4096, 32, 32, 16384, 50304, 0),
                        2048,
                        21,
                        true,
                        true,
                        6854803456.0);
        agrees(seven, 131.012897701, 3.81972226929);
        assertThat(SINGLE.fits(seven)).isFalse();
    }

    private static void agrees(SingleRun run, double gibibytes, double seconds) {
        double peak = SINGLE.peak(run).value().count() / SingleMemory.GIB;
        double step = SINGLE.step(run).value().toNanos() / 1e9;
        assertThat(peak / gibibytes).isCloseTo(1, within(1e-6));
        assertThat(step / seconds).isCloseTo(1, within(1e-6));
    }
}
