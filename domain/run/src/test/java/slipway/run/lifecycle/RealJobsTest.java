package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.journal.Journal;
import slipway.run.engine.AttemptId;
import slipway.run.engine.InTarget;

/** Real processes on this machine, from submission to end. */
@Tag("process")
class RealJobsTest {

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

    private static long processes(AttemptId attempt) {
        String variable = "SLIPWAY_ATTEMPT=" + attempt.name();
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> environment(path).contains(variable))
                    .count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String environment(Path process) {
        try {
            return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it is gone, or not ours
        }
    }

    @Test
    void a_job_that_does_nothing_succeeds() {
        WorkloadId job = harness.submit("run: /bin/true");
        harness.await(job, "succeeded");
        harness.until(() -> harness.engine().live().isEmpty());
    }

    @Test
    void a_job_that_fails_fails_with_its_code_and_its_log_is_kept() {
        WorkloadId job = harness.submit("run: echo so it goes; exit 3");
        harness.await(job, "failed");
        assertThat(((WorkloadState.Ended) harness.workload(job).state()).exitCode()).contains(3);
        assertThat(harness.log(harness.workload(job).attempt())).contains("so it goes");
    }

    @Test
    void many_small_jobs_all_end_once() {
        for (int each = 0; each < 30; each++) {
            harness.submit("run: /bin/true");
        }
        harness.until(() -> harness.runner().runState().liveCount() == 0);
        assertThat(harness.runner().runState().recentlyEnded())
                .hasSize(30)
                .allMatch(each -> each.state().label().equals("succeeded"))
                .allMatch(each -> each.history().attempts() == 1);
    }

    @Test
    void a_job_that_sleeps_is_cancelled() {
        WorkloadId job = harness.submit("run: echo on; exec sleep 1000");
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        Journal.await(harness.runner().cancel(harness.workload(job), RunHarness.ANA));
        harness.await(job, "cancelled");
        assertThat(processes(harness.workload(job).attempt())).isZero();
    }

    @Test
    void a_job_that_forks_and_will_not_end_is_ended_whole() {
        WorkloadId job =
                harness.submit(
                        """
                        run: |
                          trap '' TERM
                          setsid sh -c 'trap "" TERM; while :; do sleep 1; done' &
                          echo on
                          while :; do sleep 1; done
                        """);
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        Journal.await(harness.runner().cancel(harness.workload(job), RunHarness.ANA));
        harness.await(job, "stopping");
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofSeconds(1));
                    return harness.word(job).equals("cancelled");
                });
        assertThat(processes(harness.workload(job).attempt())).isZero();
    }

    @Test
    void a_job_outlives_the_server_and_is_found_again() {
        WorkloadId job = harness.submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done");
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        harness.restart();
        assertThat(harness.word(job)).isEqualTo("running");
        harness.give(job, "go", "");
        harness.await(job, "succeeded");
        assertThat(harness.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void an_end_without_a_server_is_known_to_the_next_one() {
        WorkloadId job =
                harness.submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done; exit 4");
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        Path exit =
                harness.runner()
                        .directory(harness.workload(job).attempt())
                        .path()
                        .resolve("exit/0");
        harness.stopEngine();
        harness.give(job, "go", "");
        harness.until(() -> Files.exists(exit));
        harness.closeJournal();
        harness.open();
        harness.await(job, "failed");
        assertThat(((WorkloadState.Ended) harness.workload(job).state()).exitCode()).contains(4);
    }

    @Test
    void a_job_that_is_preempted_saves_and_goes_on_from_there() {
        int all = harness.cpus();
        WorkloadId low =
                harness.submit(
                        """
                        priority: low
                        checkpoint: 30m
                        resources: {cpus: %d}
                        run: |
                          if [ -n "$SLIPWAY_RESUME_FROM" ]; then
                            echo "resumed with $(cat "$SLIPWAY_RESUME_FROM")"
                            exit 0
                          fi
                          echo on
                          while [ ! -e "$SLIPWAY_NOTICE" ]; do sleep 0.05; done
                          echo forty-two > "$SLIPWAY_CHECKPOINT_DIR/step.tmp"
                          mv "$SLIPWAY_CHECKPOINT_DIR/step.tmp" "$SLIPWAY_CHECKPOINT_DIR/step"
                          while :; do sleep 0.05; done
                        """
                                .formatted(all));
        harness.await(low, "running");
        harness.untilLogged(low, "on");
        WorkloadId urgent =
                harness.submit(
                        "run: /bin/true\npriority: high\nresources: {cpus: %d}".formatted(all));
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofMillis(40)); // slower than files become old
                    return harness.word(urgent).equals("succeeded");
                });
        harness.await(low, "succeeded");
        assertThat(harness.workload(low).history().attempts()).isEqualTo(2);
        assertThat(harness.workload(low).history().preempted()).isEqualTo(1);
        assertThat(harness.log(harness.workload(low).attempt())).contains("resumed with forty-two");
    }
}
