package slipway.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;

/** The packaged server, killed for real. A hundred kills: {@code ./slipway bench crash}. */
@Tag("process")
class JournalCrashRunTest {

    private static final Path DIST = Path.of(System.getProperty("slipway.dist", "target/slipway"));
    private static final long SEED = Long.getLong("slipway.seed", 1);

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed_under_load()
            throws IOException, InterruptedException {
        Needs.file(DIST.resolve("lib"), "build the server first: ./slipway --version");
        var plan = new JournalCrashRun.Plan(3, 8, Duration.ofMillis(1_500), SEED);
        JournalCrashRun.Outcome outcome =
                new JournalCrashRun(ServerLauncher.jars(DIST), folder.resolve("data"), plan)
                        .run(_ -> {});
        assertThat(outcome.isCorrect()).as("%s", outcome).isTrue();
        assertThat(outcome.counts().acknowledged()).as("%s", outcome).isPositive();
    }
}
