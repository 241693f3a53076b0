package slipway.plan.pilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.catalog.Catalog;
import slipway.plan.pilot.PilotResult.Insufficient;
import slipway.plan.pilot.PilotResult.Measured;
import slipway.plan.pilot.PilotTrace.Peak;
import slipway.plan.pilot.PilotTrace.Point;
import slipway.plan.reliability.ReliabilityModel;

class PilotResultTest {

    private static final FullRunGoal.Place MACHINE = new FullRunGoal.Place("cpu", 2_000, 1, false);

    private final List<Point> points = new ArrayList<>();
    private final List<Duration> saves = new ArrayList<>();
    private double now = 12;
    private double waited;

    /** Reports now, then lets time pass. */
    private void says(long step, PilotPhase does, double seconds) {
        points.add(
                new Point(
                        PilotAnalysis.duration(now),
                        step,
                        Optional.of(400L),
                        does,
                        Optional.of(PilotAnalysis.duration(waited))));
        now += seconds;
        waited += does == PilotPhase.TRAIN || does == PilotPhase.UNTOLD ? seconds / 10 : 0;
    }

    private Peak peak = new Peak(Optional.of(Bytes.gigabytes(1)), Optional.empty());

    private PilotTrace watched() {
        return new PilotTrace(points, saves, Optional.of(new Bytes(1_000_000_000)), peak);
    }

    private PilotResult piloted() {
        return ((Measured) PilotResult.of(watched())).result();
    }

    private FullRunEstimate whole(long steps) {
        var often = new FullRunGoal.Cadence(Optional.of(20L), Optional.empty(), Optional.of(100L));
        return FullRunEstimate.of(
                piloted(),
                new FullRunGoal(steps, Optional.of(50L), often, MACHINE, Optional.empty()),
                ReliabilityModel.of(Catalog.bundled()));
    }

    /** A typical pilot: ten slow steps, a reported save after 20 and a reported evaluation after 30. */
    private void usual() {
        for (int step = 0; step <= 40; step++) {
            if (step == 20) {
                says(step, PilotPhase.SAVE, 6);
            }
            if (step == 30) {
                says(step, PilotPhase.EVALUATE, 9);
            }
            says(step, PilotPhase.TRAIN, step < 10 ? 3 - step * 0.2 : 1);
        }
    }

    @Test
    void start_step_save_evaluation_and_data_waits_are_distinguished() {
        usual();
        PilotResult pilotResult = piloted();
        assertThat(pilotResult.start()).isEqualTo(Duration.ofSeconds(12));
        assertThat(pilotResult.steps().count()).isEqualTo(40);
        assertThat(pilotResult.stepTimes().warmUp()).isEqualTo(new WarmUp(10, true, 5));
        assertThat(pilotResult.stepTimes().mean().value()).isEqualTo(Duration.ofSeconds(1));
        assertThat(pilotResult.save())
                .contains(
                        new PilotResult.Activity(1, Duration.ofSeconds(6), Optional.empty(), true));
        assertThat(pilotResult.evaluation().map(PilotResult.Activity::each))
                .contains(Duration.ofSeconds(9));
        assertThat(pilotResult.stepTimes().dataWaitShare().orElseThrow())
                .isCloseTo(0.08, Percentage.withPercentage(10));
        assertThat(pilotResult.steps().total()).contains(400L);
        assertThat(pilotResult.remarks()).isEmpty();
    }

    @Test
    void a_full_run_is_the_sum_of_its_parts_each_with_its_frequency() {
        usual();
        FullRunEstimate fullRunEstimate = whole(400);
        FullRunEstimate.Parts parts = fullRunEstimate.parts();
        assertThat(parts.starting()).isEqualTo(Duration.ofSeconds(12));
        assertThat(parts.training()).isEqualTo(Duration.ofSeconds(400));
        assertThat(parts.saving()).isEqualTo(Duration.ofMinutes(2));
        assertThat(parts.evaluating()).isEqualTo(Duration.ofSeconds(4 * 9));
        assertThat(parts.failures()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(30));
        assertThat(fullRunEstimate.time().value()).isCloseTo(parts.total(), Duration.ofMillis(1));
        assertThat(fullRunEstimate.time().high().minus(fullRunEstimate.time().value()))
                .isGreaterThan(Duration.ofSeconds(10));
        assertThat(fullRunEstimate.interruptions().hardware().value()).isPositive();
        assertThat(fullRunEstimate.interruptions().software().value()).isPositive();
        assertThat(fullRunEstimate.interruptions().spot().value()).isZero();
        assertThat(fullRunEstimate.pauses().bestSaveInterval()).isPresent();
        assertThat(fullRunEstimate.gpuTimePerEpoch()).isPresent();
        assertThat(fullRunEstimate.remarks()).isEmpty();
    }

    @Test
    void an_unreported_save_is_detected_by_its_checkpoint() {
        for (int step = 0; step <= 40; step++) {
            boolean saves = step == 20 || step == 35;
            says(step, PilotPhase.UNTOLD, saves ? 5 : 1);
            if (saves) {
                this.saves.add(PilotAnalysis.duration(now - 0.5));
            }
        }
        PilotResult pilotResult = piloted();
        assertThat(pilotResult.stepTimes().mean().value()).isEqualTo(Duration.ofSeconds(1));
        assertThat(pilotResult.save())
                .contains(
                        new PilotResult.Activity(
                                2, Duration.ofSeconds(4), Optional.of(15L), false));
        assertThat(pilotResult.evaluation()).isEmpty();
    }

    @Test
    void a_slow_step_without_checkpoint_counts_as_a_step() {
        for (int step = 0; step <= 40; step++) {
            says(step, PilotPhase.UNTOLD, step == 20 ? 11 : 1);
        }
        assertThat(piloted().stepTimes().mean().value()).isEqualTo(Duration.ofMillis(1_250));
        assertThat(piloted().stepTimes().median()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void steps_that_never_settle_get_a_remark_and_a_wide_interval() {
        for (int step = 0; step <= 40; step++) {
            says(step, PilotPhase.TRAIN, 1 + step * 0.05);
        }
        PilotResult pilotResult = piloted();
        assertThat(pilotResult.stepTimes().warmUp().settled()).isFalse();
        assertThat(pilotResult.remarks())
                .singleElement()
                .asString()
                .startsWith("Its steps differ much");
        assertThat(pilotResult.stepTimes().mean().low())
                .isLessThan(pilotResult.stepTimes().mean().value().multipliedBy(86).dividedBy(100));
    }

    @Test
    void steps_that_go_back_get_a_remark_and_do_not_count() {
        for (int step = 0; step <= 40; step++) {
            says(step % 20, PilotPhase.TRAIN, 1);
        }
        assertThat(piloted().steps().count()).isEqualTo(38);
        assertThat(piloted().stepTimes().mean().value()).isEqualTo(Duration.ofSeconds(1));
        assertThat(piloted().remarks())
                .containsExactly(
                        "Its steps went back from 19 to 0. If it counts anew with every epoch, say how many"
                                + " there are in all: --total.");
    }

    @Test
    void too_few_steps_give_a_reason_and_a_next_step() {
        assertThat(PilotResult.of(watched()))
                .isEqualTo(
                        new Insufficient(
                                "It did 0 steps before it ended, and 10 are the least that show anything.",
                                "Have its script write a line with each step into the file that"
                                        + " SLIPWAY_PROGRESS names: {\"step\": 12, \"total\": 400}."));
        for (int step = 0; step <= 9; step++) {
            says(step, PilotPhase.TRAIN, 1);
        }
        assertThat(PilotResult.of(watched())).isInstanceOf(Insufficient.class);
    }

    @Test
    void an_unobserved_activity_is_excluded_with_a_remark() {
        peak = Peak.UNSEEN;
        for (int step = 0; step <= 40; step++) {
            says(step, PilotPhase.TRAIN, 1);
        }
        FullRunEstimate fullRunEstimate = whole(400);
        assertThat(fullRunEstimate.pauses().saves()).isZero();
        assertThat(fullRunEstimate.pauses().bestSaveInterval()).isEmpty();
        assertThat(fullRunEstimate.remarks())
                .containsExactly(
                        "No evaluation was seen, so none is in it: have the pilot do one.",
                        "No save was seen, so none is in it: have the pilot save once, and say so with"
                                + " \"doing\": \"save\".",
                        "It was over before its memory was looked at: more steps show it, --steps.");
    }

    @Test
    void an_extremely_long_run_still_has_a_duration() {
        usual();
        assertThat(whole(1_000_000_000_000L).time().high()).isLessThan(Duration.ofDays(400 * 366));
    }
}
