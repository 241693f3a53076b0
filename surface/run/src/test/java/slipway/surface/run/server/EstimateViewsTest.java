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

/** What is said of a plan in a dry run and an explanation. */
class EstimateViewsTest {

    private static final Optional<TrainingSpec> PLAN =
            WorkloadSpec.parse("run: x\nplan: {model: llama-3-8b, tokens: 15B}", "job.yaml").plan();
    private static final Estimate<Duration> TIME =
            new Estimate<>(
                    Duration.ofHours(28),
                    Duration.ofHours(20),
                    Duration.ofHours(39),
                    List.of(new Ground(Estimate.Source.MEASURED, "12 measured neighbours")));
    private static final RuntimeEstimate BY_PLAN =
            RuntimeEstimate.of(TIME.low(), TIME.value(), TIME.high(), RuntimeEstimate.Source.PLAN);

    @Test
    void it_says_that_the_time_is_that_of_the_plan_and_what_it_rests_on() {
        var told =
                new EstimateViews(
                        PLAN, Optional.of(WorkloadEstimate.ofTime(TIME, "71 GB of 83 GB")));
        assertThat(told.lines(BY_PLAN))
                .containsExactly(
                        "  rests on   its plan: llama-3-8b, 15B tokens; 12 measured neighbours",
                        "  memory     71 GB of 83 GB");
        assertThat(told.warnings()).isEmpty();
        assertThat(told.sentences(Optional.of(BY_PLAN)))
                .containsExactly(
                        "It takes 1 d 4 h (20 h to 1 d 15 h) by its plan: llama-3-8b, 15B tokens; 12 measured"
                                + " neighbours.");
    }

    @Test
    void a_time_that_is_not_the_plans_does_not_rest_on_it() {
        var told =
                new EstimateViews(
                        PLAN,
                        Optional.of(WorkloadEstimate.unknown("It does not fit. Ask for more.")));
        RuntimeEstimate limit =
                RuntimeEstimate.of(
                        Duration.ZERO,
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        RuntimeEstimate.Source.LIMIT);
        assertThat(told.restsOn(limit)).isEmpty();
        assertThat(told.sentences(Optional.of(limit)))
                .containsExactly("It does not fit. Ask for more.");
        assertThat(told.lines(limit))
                .containsExactly("  warning    It does not fit. Ask for more.");
        assertThat(new EstimateViews(Optional.empty(), Optional.empty()).lines(limit)).isEmpty();
    }
}
