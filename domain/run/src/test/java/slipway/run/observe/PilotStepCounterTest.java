package slipway.run.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.run.attempt.JobProgress.Doing;
import slipway.run.lifecycle.PilotVerdict;
import slipway.spec.workload.PilotSpec;

class PilotStepCounterTest {

    private static final Instant START = Instant.EPOCH;

    private final PilotStepCounter pilotStepCounter =
            new PilotStepCounter(new PilotSpec(10, Duration.ofMinutes(5)), START);

    private Optional<PilotVerdict> after(int minutes) {
        return pilotStepCounter.verdict(START.plus(Duration.ofMinutes(minutes)));
    }

    @Test
    void steps_count_from_the_first_that_was_seen() {
        pilotStepCounter.atStep(1_000, START);
        pilotStepCounter.atStep(1_009, START);
        assertThat(after(1)).isEmpty();
        pilotStepCounter.atStep(1_010, START);
        assertThat(after(1))
                .contains(new PilotVerdict(true, "It was a pilot, and has done 10 steps."));
    }

    @Test
    void a_pilot_that_counts_from_0_in_every_epoch_has_done_the_earlier_steps() {
        for (int step : new int[] {0, 3, 6, 0, 3, 4}) {
            pilotStepCounter.atStep(step, START);
        }
        assertThat(after(1)).map(PilotVerdict::enough).contains(true);
    }

    @Test
    void a_save_that_has_begun_is_seen_to_its_end() {
        pilotStepCounter.atStep(0, START);
        pilotStepCounter.atStep(12, START);
        pilotStepCounter.nowDoing(Optional.of(Doing.SAVE));
        assertThat(after(1)).isEmpty();
        pilotStepCounter.nowDoing(Optional.of(Doing.TRAIN));
        assertThat(after(1)).isPresent();
    }

    @Test
    void a_pilot_without_steps_is_stopped_with_the_line_to_add() {
        assertThat(after(4)).isEmpty();
        PilotVerdict pilotVerdict = after(5).orElseThrow();
        assertThat(pilotVerdict.enough()).isFalse();
        assertThat(pilotVerdict.because())
                .isEqualTo(
                        "It was a pilot, and reported no step for 5 min. Have its script write one line with each"
                                + " step: open(os.environ[\"SLIPWAY_PROGRESS\"], \"a\").write(f'{{\"step\":"
                                + " {step}, \"total\": {total}}}\\n'). If it only takes long to begin, give it"
                                + " time: pilot: {patience: 10m}.");
    }

    @Test
    void a_pilot_that_stops_reporting_steps_is_stopped_too() {
        pilotStepCounter.atStep(3, START);
        pilotStepCounter.atStep(4, START.plusSeconds(60));
        assertThat(after(5)).isEmpty();
        assertThat(after(6))
                .contains(
                        new PilotVerdict(
                                false,
                                "It was a pilot, and reported nothing new for 5 min after step 4, when it had done"
                                        + " 1 step."));
    }
}
