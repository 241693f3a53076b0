package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;
import slipway.testkit.Needs;

/** A full disk, simulated by a kernel device that is always full. */
@Tag("process")
class FullDiskTest {

    private static final Path FULL = Path.of("/dev/full");

    @TempDir(factory = InTarget.class)
    Path attempts;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        Needs.file(FULL, "a kernel with /dev/full");
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Path directory(WorkloadId job) {
        return harness.runner().directory(harness.workload(job).attempt()).path();
    }

    private void endsOnAFullDisk(WorkloadId job) throws IOException {
        Path exit = directory(job).resolve("exit");
        Files.createSymbolicLink(exit.resolve("0"), FULL);
        Files.createSymbolicLink(exit.resolve(".0"), FULL);
        harness.give(job, "go", "");
        harness.until(() -> Files.exists(directory(job).resolve("work/done")));
        for (int look = 0; look < 3; look++) {
            harness.runner().reconcileNow();
        }
        assertThat(harness.word(job)).isEqualTo("running");
        Files.delete(exit.resolve("0"));
        Files.delete(exit.resolve(".0"));
        harness.await(job, "succeeded");
        assertThat(harness.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void a_job_that_ends_while_the_disk_is_full_has_ended_when_there_is_space() throws IOException {
        WorkloadId job =
                harness.submit("run: while [ ! -e go ]; do sleep 0.05; done; echo well > done");
        harness.await(job, "running");
        endsOnAFullDisk(job);
    }

    @Test
    void a_job_that_prints_while_the_disk_is_full_has_ended_when_there_is_space()
            throws IOException {
        WorkloadId job =
                harness.submit(
                        "run: echo on; while [ ! -e go ]; do sleep 0.05; done; echo well > done");
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        endsOnAFullDisk(job);
    }

    @Test
    void an_attempt_whose_directory_cannot_be_written_is_retried() throws IOException {
        // A file where the directory of attempts should be refuses it as a full disk would.
        Path elsewhere = attempts.resolveSibling(attempts.getFileName() + "-away");
        Files.move(attempts, elsewhere);
        Files.writeString(attempts, "no room");
        WorkloadId job = harness.submit("run: /bin/true");
        harness.until(
                () ->
                        harness.workload(job).history().attempts() > 0
                                && harness.word(job).equals("queued"));
        assertThat(harness.workload(job).state().toString()).contains("could not be written");
        Files.delete(attempts);
        Files.move(elsewhere, attempts);
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofSeconds(1));
                    harness.runner().reconcileNow();
                    return harness.word(job).equals("succeeded");
                });
    }
}
