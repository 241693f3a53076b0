package slipway.run.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.RunHarness;
import slipway.run.lifecycle.Workload;
import slipway.testkit.Needs;

/** A job that tries to reach checkpoints of other workloads. */
class ForeignCheckpointTest {

    private static final int ALICE = 64_001;
    private static final WorkloadId MINE = new WorkloadId("mine");

    @TempDir private Path root;
    private Path attempts = Path.of("nowhere");
    private Path own = Path.of("nowhere");

    @BeforeEach
    void begin() throws IOException {
        attempts = root.resolve("attempts");
        own = Files.createDirectories(attempts.resolve("mine/1"));
        Files.writeString(Files.createDirectory(own.resolve("claim")).resolve("0"), "boot 1 2\n");
        Files.writeString(Files.createDirectory(own.resolve("exit")).resolve("0"), "0\n");
    }

    private Optional<Path> newest(String yaml) {
        Workload workload = RunHarness.submission("run: train\n" + yaml).draft(MINE, Instant.EPOCH);
        return new CheckpointScanner(attempts)
                .newest(workload, 1)
                .map(CheckpointScanner.Checkpoint::path);
    }

    private static void give(Path file) throws IOException {
        Files.setAttribute(file, "unix:uid", ALICE);
    }

    @Test
    void a_folder_for_checkpoints_that_is_a_link_to_those_of_another_attempt_is_empty()
            throws IOException {
        Path theirs = Files.createDirectories(attempts.resolve("theirs/1/checkpoints"));
        Files.writeString(theirs.resolve("model"), "weights");
        Path folder = Files.createSymbolicLink(own.resolve("checkpoints"), theirs);
        assertThat(newest("")).isEmpty();
        Files.delete(folder);
        Path model = Files.createDirectory(folder).resolve("model");
        Files.writeString(model, "weights");
        assertThat(newest("")).contains(model);
    }

    @Test
    void in_a_folder_that_people_share_a_job_with_an_account_sees_only_what_that_account_made()
            throws IOException {
        Needs.that(
                System.getProperty("user.name").equals("root"),
                "an account that may give files away",
                "run it as root");
        Path shared = Files.createDirectory(root.resolve("shared"));
        String spec = "checkpoint: {every: 30m, directory: %s}\n".formatted(shared);
        Path hers = Files.writeString(shared.resolve("a-hers"), "weights");
        Path others = Files.writeString(shared.resolve("b-others"), "weights");
        assertThat(newest(spec)).contains(others);
        give(own.resolve("claim/0"));
        assertThat(newest(spec)).isEmpty();
        give(hers);
        assertThat(newest(spec)).contains(hers);
    }
}
