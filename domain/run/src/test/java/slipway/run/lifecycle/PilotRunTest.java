package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.StepHistory;
import slipway.run.attempt.StepRecord;
import slipway.run.engine.InTarget;

/** Pilots with real processes. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class PilotRunTest {

    private static final String STEPS =
            """
            run: |
              echo "for $SLIPWAY_PILOT steps from ${SLIPWAY_RESUME_FROM:-nothing} to $SLIPWAY_CHECKPOINT_DIR"
              for step in $(seq 0 1000); do
                echo "{\\"step\\": $step, \\"total\\": 1000}" >> "$SLIPWAY_PROGRESS"
                sleep 0.05
              done
            pilot: {steps: 20}
            """;

    @TempDir(factory = InTarget.class)
    Path attempts;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private WorkloadState.Ended ended(WorkloadId id, String word) {
        harness.await(id, word);
        return (WorkloadState.Ended) harness.workload(id).state();
    }

    @Test
    void a_pilot_is_ended_after_its_steps_and_has_succeeded() {
        WorkloadId pilot = harness.submit(STEPS);
        assertThat(ended(pilot, "succeeded").because())
                .startsWith("It was a pilot, and has done 2");
        StepHistory stepHistory =
                harness.runner().directory(harness.workload(pilot).attempt()).stepHistory();
        assertThat(stepHistory.records().size()).isGreaterThan(2);
        assertThat(stepHistory.last().map(StepRecord::step).orElseThrow()).isBetween(20L, 500L);
        assertThat(stepHistory.pace().map(StepHistory.Pace::step).orElseThrow())
                .isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
        assertThat(harness.workload(pilot).totalRunTime()).isEmpty();
    }

    @Test
    void a_pilot_saves_in_its_own_folder_whatever_its_spec_says() throws Exception {
        Path shared = Files.createDirectory(attempts.resolveSibling(attempts.getFileName() + "-s"));
        Files.writeString(shared.resolve("older"), "another user's");
        WorkloadId pilot =
                harness.submit(
                        STEPS + "checkpoint: {directory: %s, notice: 10m}\n".formatted(shared));
        ended(pilot, "succeeded");
        Path own = harness.runner().directory(harness.workload(pilot).attempt()).checkpoints();
        assertThat(harness.log(harness.workload(pilot).attempt()))
                .contains("for 20 steps from nothing to " + own);
        Files.delete(shared.resolve("older"));
        Files.delete(shared);
    }

    @Test
    void a_pilot_that_crashes_is_not_tried_again() {
        WorkloadId pilot =
                harness.submit("run: echo no such file; exit 3\npilot: {}\nretry: {attempts: 5}");
        WorkloadState.Ended end = ended(pilot, "failed");
        assertThat(end.exitCode()).isEqualTo(Optional.of(3));
        assertThat(harness.workload(pilot).history().attempts()).isEqualTo(1);
    }

    @Test
    void a_pilot_that_reports_no_step_is_stopped_after_its_patience() {
        WorkloadId pilot = harness.submit("run: sleep 600\npilot: {patience: 5m}");
        harness.await(pilot, "running");
        harness.clock.forward(Duration.ofMinutes(6));
        assertThat(ended(pilot, "failed").because()).contains("reported no step for 5 min");
    }

    @Test
    void the_next_server_continues_to_follow_a_pilot() {
        WorkloadId pilot = harness.submit(STEPS.replace("{steps: 20}", "{steps: 60}"));
        var _ = harness.workload(pilot);
        harness.until(
                () ->
                        harness.workload(pilot).history().attempts() == 1
                                && harness.runner()
                                                .directory(harness.workload(pilot).attempt())
                                                .stepHistory()
                                                .records()
                                                .size()
                                        > 3);
        harness.restart();
        ended(pilot, "succeeded");
    }
}
