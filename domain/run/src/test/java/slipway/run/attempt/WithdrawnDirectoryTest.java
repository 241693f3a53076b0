package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** A directory that is written anew while a launch.sh of a server that died is about to claim it. */
@Tag("process")
class WithdrawnDirectoryTest {

    private static final int ROUNDS = 60;
    private static final int TIMES = 200;

    @TempDir Path root;

    private Attempt attempt(int number) {
        return new Attempt(
                new AttemptId(new WorkloadId("raced"), number),
                number,
                "{}",
                Attempt.Script.of("echo ran >> %s/runs.%d".formatted(root, number)),
                Map.of(),
                new Placement(List.of(new NodeAllocation("n1", 1, 1_000))),
                Attempt.Inputs.NONE);
    }

    /** Launch and withdrawal race; in either order the job runs exactly if its claim remains. */
    private void race(Attempt attempt) throws IOException, InterruptedException {
        Path script = AttemptDirectory.write(root, attempt).path().resolve("launch.sh");
        Process launch =
                new ProcessBuilder("setsid", "sh", script.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            for (int i = 0; i < TIMES && launch.isAlive(); i++) {
                AttemptDirectory.write(root, attempt);
            }
            assertThat(launch.waitFor(10, TimeUnit.SECONDS)).as("launch.sh ends").isTrue();
        } finally {
            launch.destroyForcibly();
        }
        boolean ran = Files.exists(root.resolve("runs." + attempt.id().number()));
        assertThat(AttemptDirectory.at(root, attempt.id()).claimed().isEmpty()).isEqualTo(!ran);
    }

    @Test
    void a_job_never_runs_in_a_withdrawn_directory() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            race(attempt(round));
        }
    }

    @Test
    void a_claim_survives_a_server_that_dies_while_withdrawing() throws IOException {
        Path directory = AttemptDirectory.write(root, attempt(1)).path();
        Files.move(directory.resolve("claim"), directory.resolve(".claim"));
        Files.writeString(directory.resolve(".claim/0"), "boot 1 2\n");
        assertThat(AttemptDirectory.write(root, attempt(1)).claimed()).containsExactly(0);
    }
}
