package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;

/** The packaged server, killed while jobs run. Sixty kills: {@code ./slipway bench crash-jobs}. */
@Tag("process")
class JobsCrashRunTest {

    private static final Path DIST = Path.of(System.getProperty("slipway.dist", "target/slipway"));
    private static final long SEED = Long.getLong("slipway.seed", 1);

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void jobs_survive_a_server_that_is_killed_and_none_runs_twice_or_is_left_behind()
            throws IOException, InterruptedException {
        Needs.file(DIST.resolve("lib"), "build the server first: ./slipway --version");
        var plan = new JobsCrashRun.Plan(150, 15, 8, Duration.ofMillis(600), SEED);
        ServerLauncher serverLauncher =
                ServerLauncher.jars(DIST).archived(folder.resolve("classes"));
        try (Server first = Server.start(serverLauncher, folder.resolve("first"))) {
            first.stop(); // so that the fifteen starts that follow are fast
        }
        JobsCrashRun.Outcome outcome = new JobsCrashRun(serverLauncher, folder, plan).run(_ -> {});
        assertThat(outcome.isCorrect()).as("seed %d: %s", SEED, outcome).isTrue();
        assertThat(outcome.counts().acknowledged()).as("%s", outcome).isPositive();
    }
}
