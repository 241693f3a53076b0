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

/** A disk that has no room for what jobs leave: a device of the kernel that is always full stands in for it. */
@Tag("process")
class FullDiskTest {

    private static final Path FULL = Path.of("/dev/full");

    @TempDir(factory = InTarget.class)
    Path attempts;

    private RealYard yard;

    @BeforeEach
    void begin() {
        Needs.file(FULL, "a kernel with /dev/full");
        yard = new RealYard(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    private Path directory(WorkloadId job) {
        return yard.runner().directory(yard.workload(job).attempt()).path();
    }

    private void endsOnAFullDisk(WorkloadId job) throws IOException {
        Path exit = directory(job).resolve("exit");
        Files.createSymbolicLink(exit.resolve("0"), FULL);
        Files.createSymbolicLink(exit.resolve(".0"), FULL);
        yard.give(job, "go", "");
        yard.until(() -> Files.exists(directory(job).resolve("work/done")));
        for (int look = 0; look < 3; look++) {
            yard.runner().reconcileNow();
        }
        assertThat(yard.word(job)).isEqualTo("running");
        Files.delete(exit.resolve("0"));
        Files.delete(exit.resolve(".0"));
        yard.await(job, "succeeded");
        assertThat(yard.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void a_job_that_ends_while_the_disk_is_full_has_ended_when_there_is_room() throws IOException {
        WorkloadId job =
                yard.submit("run: while [ ! -e go ]; do sleep 0.05; done; echo well > done");
        yard.await(job, "running");
        endsOnAFullDisk(job);
    }

    @Test
    void so_has_one_that_prints() throws IOException {
        WorkloadId job =
                yard.submit(
                        "run: echo on; while [ ! -e go ]; do sleep 0.05; done; echo well > done");
        yard.await(job, "running");
        yard.untilLogged(job, "on");
        endsOnAFullDisk(job);
    }

    @Test
    void an_attempt_whose_directory_cannot_be_written_is_tried_again() throws IOException {
        // A file where the directory of attempts should be refuses it as a full disk would.
        Path elsewhere = attempts.resolveSibling(attempts.getFileName() + "-away");
        Files.move(attempts, elsewhere);
        Files.writeString(attempts, "no room");
        WorkloadId job = yard.submit("run: /bin/true");
        yard.until(
                () ->
                        yard.workload(job).history().attempts() > 0
                                && yard.word(job).equals("queued"));
        assertThat(yard.workload(job).state().toString()).contains("could not be written");
        Files.delete(attempts);
        Files.move(elsewhere, attempts);
        yard.until(
                () -> {
                    yard.clock.forward(Duration.ofSeconds(1));
                    yard.runner().reconcileNow();
                    return yard.word(job).equals("succeeded");
                });
    }
}
