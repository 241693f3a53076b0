package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.engine.InTarget;

/** A working directory may hold anything: it is neither copied nor traversed. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class WorkdirTest {

    private static final int MANY = 3_000;

    @TempDir(factory = InTarget.class)
    Path attempts;

    @TempDir Path work;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void one_with_a_socket_odd_links_and_many_files_is_used_as_it_is() throws IOException {
        for (int file = 0; file < MANY; file++) {
            Files.createFile(work.resolve("file" + file));
        }
        Files.createSymbolicLink(work.resolve("out"), Path.of("/etc/hostname"));
        Files.createSymbolicLink(work.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(work.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(work.resolve("nowhere"), Path.of("missing"));
        try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(work.resolve("socket")));
            WorkloadId job =
                    harness.submit(
                            "workdir: %s\nrun: set -- *; echo $# entries; mkfifo pipe"
                                    .formatted(work));
            harness.await(job, "succeeded");
            harness.untilLogged(job, (MANY + 5) + " entries");
        }
    }

    @Test
    void of_what_lies_where_it_saves_only_whole_files_and_folders_are_checkpoints() {
        WorkloadId job =
                harness.submit(
                        """
                        workdir: %s
                        checkpoint: {every: 1h, directory: .}
                        run: |
                          mkfifo pipe; : > empty; ln -s loop loop; ln -s missing nowhere; ln -s .. up
                          ln -s /etc/hostname out; mkdir step-2; mkfifo step-2/pipe
                          echo weights > step-1; ln -s step-1 latest; ln -s half.tmp half; echo we > half.tmp
                        """
                                .formatted(work));
        harness.await(job, "succeeded");
        assertThat(
                        harness.runner().savedCheckpoints(harness.workload(job), 100).stream()
                                .filter(SavedCheckpoint::verified)
                                .map(SavedCheckpoint::name))
                .containsExactly("step-1");
    }

    @Test
    void one_that_cannot_be_entered_is_named_with_what_to_do() {
        WorkloadId job = harness.submit("workdir: %s/missing\nrun: echo on".formatted(work));
        harness.await(job, "failed");
        harness.untilLogged(
                job,
                """
                The working directory %s/missing cannot be entered.
                On this node it does not exist, is not a directory, or this account may not enter it.
                Set workdir in the spec to a directory that every node has.
                """
                        .formatted(work));
    }
}
