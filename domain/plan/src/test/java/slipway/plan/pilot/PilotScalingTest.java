package slipway.plan.pilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.catalog.AcceleratorSet;
import slipway.plan.Planner;
import slipway.plan.pilot.PilotResult.Measured;
import slipway.plan.pilot.PilotScaling.Sized;
import slipway.plan.pilot.PilotTrace.Peak;
import slipway.plan.pilot.PilotTrace.Point;
import slipway.spec.workload.TrainingSpec;

class PilotScalingTest {

    private static final Planner PLAN = Planner.bundled();
    private static final TrainingSpec LLAMA =
            new TrainingSpec(
                    "llama-3-8b",
                    Optional.of(1_000_000_000L),
                    Optional.empty(),
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    TrainingSpec.Precision.BF16,
                    TrainingSpec.Method.FULL);
    private static final FullRunGoal WANTED =
            new FullRunGoal(
                    2_000,
                    Optional.empty(),
                    FullRunGoal.Cadence.AS_OBSERVED,
                    new FullRunGoal.Place("H100", 8_000, 1, false),
                    Optional.empty());

    private static PilotResult piloted() {
        List<Point> points =
                IntStream.rangeClosed(0, 40)
                        .mapToObj(
                                step ->
                                        new Point(
                                                Duration.ofSeconds(30 + 4 * step),
                                                step,
                                                Optional.empty(),
                                                PilotPhase.TRAIN,
                                                Optional.empty()))
                        .toList();
        var pilotTrace = new PilotTrace(points, List.of(), Optional.empty(), Peak.UNSEEN);
        return ((Measured) PilotResult.of(pilotTrace)).result();
    }

    private static List<Sized> sized(String... sizes) {
        return new PilotScaling(
                        PLAN, LLAMA, new AcceleratorSet("H100", 8, 1), _ -> Optional.empty())
                .of(piloted(), WANTED, List.of(sizes));
    }

    @Test
    void another_size_is_the_measurement_times_the_models_ratio_with_a_wider_interval() {
        FullRunEstimate here = FullRunEstimate.of(piloted(), WANTED, PLAN.reliability());
        Sized twice = sized("2x").getFirst();
        assertThat(twice.label()).isEqualTo("16 H100");
        FullRunEstimate there = twice.estimate().orElseThrow();
        double ratio =
                (double) there.parts().training().toMillis() / here.parts().training().toMillis();
        assertThat(ratio).isBetween(0.48, 0.7);
        assertThat(width(there)).isGreaterThan(width(here) * 1.5);
        assertThat(twice.reason()).endsWith("times as long, as the model expects");
    }

    private static double width(FullRunEstimate fullRunEstimate) {
        return (double) fullRunEstimate.time().high().minus(fullRunEstimate.time().low()).toMillis()
                / fullRunEstimate.time().value().toMillis();
    }

    @Test
    void other_types_longer_sequences_and_other_models_are_sizes_too() {
        List<Sized> sizes = sized("H200:8", "seq=4096", "model=llama-3-70b", "H100:1");
        assertThat(sizes.get(0).estimate()).isPresent();
        assertThat(sizes.get(1).estimate()).isPresent();
        assertThat(sizes.get(2).estimate()).isEmpty();
        assertThat(sizes.get(2).reason()).contains("fits into the memory of 8 H100");
    }

    @Test
    void all_malformed_sizes_are_one_problem() {
        Problem problem =
                catchThrowableOfType(Problem.class, () -> sized("2x", "0x", "twice", "seq=x"));
        assertThat(problem.mistakes()).hasSize(3);
        assertThat(problem.mistakes().getFirst().sentence())
                .isEqualTo("0x: is no size. Write 2x, H200:16, seq=16384 or model=llama-3-70b.");
    }
}
