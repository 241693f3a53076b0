package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.catalog.AcceleratorSet;
import slipway.plan.Planner;
import slipway.run.estimate.WorkloadEstimate;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

/** Estimates of the planner as the runner receives them. */
class PlannedEstimatesTest {

    @TempDir private Path folder;

    private WorkloadEstimate of(String model, AcceleratorSet place) {
        TrainingSpec plan =
                WorkloadSpec.parse(
                                "run: x\nplan: {model: %s, tokens: 15B}".formatted(model),
                                "job.yaml")
                        .plan()
                        .orElseThrow();
        return new PlannedEstimates(() -> Planner.withFolder(folder)).of(plan, place);
    }

    @Test
    void a_plan_that_fits_has_a_time_and_its_memory() {
        WorkloadEstimate estimate = of("llama-3-8b", new AcceleratorSet("H100", 8, 2));
        assertThat(estimate.warning()).isEmpty();
        assertThat(estimate.time()).isPresent();
        assertThat(estimate.memory())
                .matches("[0-9.]+ GB of [0-9.]+ GB usable memory per accelerator");
    }

    @Test
    void a_plan_that_does_not_fit_has_a_warning_and_a_next_step() {
        WorkloadEstimate estimate = of("llama-3-70b", new AcceleratorSet("H100", 8, 1));
        assertThat(estimate.time()).isEmpty();
        assertThat(estimate.warning().orElseThrow())
                .startsWith(
                        "No set-up of llama-3-70b is found that fits into the memory of 8 H100.")
                .contains("It would fit on");
    }

    @Test
    void an_unknown_estimate_has_a_reason() {
        assertThat(of("llama-3-8b", new AcceleratorSet("Abacus", 8, 1)).warning())
                .contains(
                        "Its time is not known from its plan. Nothing is known of how fast Abacus trains.");
    }

    @Test
    void a_local_catalog_is_used_and_an_invalid_one_stops_no_job() throws IOException {
        Files.writeString(
                folder.resolve("models.txt"),
                """
                model   | numbers
                our-own | layers=32 hidden=4096 heads=32 kv_heads=8 ffn=14336 vocabulary=128256 context=8192
                """);
        assertThat(of("our-own", new AcceleratorSet("H100", 8, 2)).time()).isPresent();
        Files.writeString(folder.resolve("models.txt"), "nonsense | of | ours\n1 | 2 | 3\n");
        assertThat(of("llama-3-8b", new AcceleratorSet("H100", 8, 2)).warning().orElseThrow())
                .startsWith("Its time is not known from its plan.");
    }
}
