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

    private RealYard yard;

    @BeforeEach
    void begin() {
        yard = new RealYard(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
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
        WorkloadId job = yard.submit("run: /bin/true");
        yard.await(job, "succeeded");
        yard.until(() -> yard.engine().live().isEmpty());
    }

    @Test
    void a_job_that_fails_fails_with_its_code_and_its_log_is_kept() {
        WorkloadId job = yard.submit("run: echo so it goes; exit 3");
        yard.await(job, "failed");
        assertThat(((WorkloadState.Ended) yard.workload(job).state()).exitCode()).contains(3);
        assertThat(yard.log(yard.workload(job).attempt())).contains("so it goes");
    }

    @Test
    void many_small_jobs_all_end_once() {
        for (int each = 0; each < 30; each++) {
            yard.submit("run: /bin/true");
        }
        yard.until(() -> yard.runner().runState().liveCount() == 0);
        assertThat(yard.runner().runState().recentlyEnded())
                .hasSize(30)
                .allMatch(each -> each.state().label().equals("succeeded"))
                .allMatch(each -> each.history().attempts() == 1);
    }

    @Test
    void a_job_that_sleeps_is_cancelled() {
        WorkloadId job = yard.submit("run: echo on; exec sleep 1000");
        yard.await(job, "running");
        yard.untilLogged(job, "on");
        Journal.await(yard.runner().cancel(yard.workload(job), Yard.ANA));
        yard.await(job, "cancelled");
        assertThat(processes(yard.workload(job).attempt())).isZero();
    }

    @Test
    void a_job_that_forks_and_will_not_end_is_ended_whole() {
        WorkloadId job =
                yard.submit(
                        """
                        run: |
                          trap '' TERM
                          setsid sh -c 'trap "" TERM; while :; do sleep 1; done' &
                          echo on
                          while :; do sleep 1; done
                        """);
        yard.await(job, "running");
        yard.untilLogged(job, "on");
        Journal.await(yard.runner().cancel(yard.workload(job), Yard.ANA));
        yard.await(job, "stopping");
        yard.until(
                () -> {
                    yard.clock.forward(Duration.ofSeconds(1));
                    return yard.word(job).equals("cancelled");
                });
        assertThat(processes(yard.workload(job).attempt())).isZero();
    }

    @Test
    void a_job_outlives_the_server_and_is_found_again() {
        WorkloadId job = yard.submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done");
        yard.await(job, "running");
        yard.untilLogged(job, "on");
        yard.restart();
        assertThat(yard.word(job)).isEqualTo("running");
        yard.give(job, "go", "");
        yard.await(job, "succeeded");
        assertThat(yard.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void what_ended_while_there_was_no_server_is_known_to_the_next_one() {
        WorkloadId job =
                yard.submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done; exit 4");
        yard.await(job, "running");
        yard.untilLogged(job, "on");
        Path exit = yard.runner().directory(yard.workload(job).attempt()).path().resolve("exit/0");
        yard.stopEngine();
        yard.give(job, "go", "");
        yard.until(() -> Files.exists(exit));
        yard.closeJournal();
        yard.open();
        yard.await(job, "failed");
        assertThat(((WorkloadState.Ended) yard.workload(job).state()).exitCode()).contains(4);
    }

    @Test
    void a_job_that_is_preempted_saves_and_goes_on_from_there() {
        int all = yard.cpus();
        WorkloadId low =
                yard.submit(
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
        yard.await(low, "running");
        yard.untilLogged(low, "on");
        WorkloadId urgent =
                yard.submit("run: /bin/true\npriority: high\nresources: {cpus: %d}".formatted(all));
        yard.until(
                () -> {
                    yard.clock.forward(Duration.ofMillis(40)); // slower than files become old
                    return yard.word(urgent).equals("succeeded");
                });
        yard.await(low, "succeeded");
        assertThat(yard.workload(low).history().attempts()).isEqualTo(2);
        assertThat(yard.workload(low).history().preempted()).isEqualTo(1);
        assertThat(yard.log(yard.workload(low).attempt())).contains("resumed with forty-two");
    }
}
