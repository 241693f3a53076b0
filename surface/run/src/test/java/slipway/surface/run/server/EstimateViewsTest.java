package slipway.surface.run.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.run.estimate.WorkloadEstimate;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

class EstimateViewsTest {

    private static final Optional<TrainingSpec> PLAN =
            WorkloadSpec.parse("run: x\nplan: {model: llama-3-8b, tokens: 15B}", "job.yaml").plan();
    private static final Estimate<Duration> TIME =
            new Estimate<>(
                    Duration.ofHours(28),
                    Duration.ofHours(20),
                    Duration.ofHours(39),
                    List.of(new Ground(Estimate.Source.MEASURED, "12 measured neighbors")));
    private static final RuntimeEstimate FROM_PLAN =
            RuntimeEstimate.of(TIME.low(), TIME.value(), TIME.high(), RuntimeEstimate.Source.PLAN);

    @Test
    void an_estimate_from_the_plan_names_the_plan_and_its_first_ground() {
        var views =
                new EstimateViews(
                        PLAN, Optional.of(WorkloadEstimate.ofTime(TIME, "71 GB of 83 GB")));
        assertThat(views.lines(FROM_PLAN))
                .containsExactly(
                        "  based on   its plan: llama-3-8b, 15B tokens; 12 measured neighbors",
                        "  memory     71 GB of 83 GB");
        assertThat(views.warnings()).isEmpty();
        assertThat(views.sentences(Optional.of(FROM_PLAN)))
                .containsExactly(
                        "It takes 1 d 4 h (20 h to 1 d 15 h), based on its plan: llama-3-8b, 15B tokens; 12 measured"
                                + " neighbors.");
    }

    @Test
    void a_time_limit_is_not_attributed_to_the_plan() {
        var views =
                new EstimateViews(
                        PLAN,
                        Optional.of(WorkloadEstimate.unknown("It does not fit. Request more.")));
        RuntimeEstimate limit =
                RuntimeEstimate.of(
                        Duration.ZERO,
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        RuntimeEstimate.Source.LIMIT);
        assertThat(views.restsOn(limit)).isEmpty();
        assertThat(views.sentences(Optional.of(limit)))
                .containsExactly("It does not fit. Request more.");
        assertThat(views.lines(limit))
                .containsExactly("  warning    It does not fit. Request more.");
        assertThat(new EstimateViews(Optional.empty(), Optional.empty()).lines(limit)).isEmpty();
    }
}
