package slipway.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.PostgresProcess;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;

/** The packaged server with a short history. A long one, with times: {@code ./slipway bench history}. */
@Tag("process")
class HistoryRunTest {

    private static final Path DIST = Path.of(System.getProperty("slipway.dist", "target/slipway"));

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void histories_are_complete_and_the_log_is_verified_while_commits_continue()
            throws IOException, InterruptedException {
        measure(HistoryStore.Kind.SQLITE);
    }

    @Test
    @Timeout(300)
    void the_same_holds_on_postgresql() throws IOException, InterruptedException {
        Needs.that(
                PostgresProcess.isAvailable(),
                "PostgreSQL for this kind of machine",
                "use Linux on amd64");
        measure(HistoryStore.Kind.POSTGRES);
    }

    private void measure(HistoryStore.Kind kind) throws IOException, InterruptedException {
        Needs.file(DIST.resolve("lib"), "build the server first: ./slipway --version");
        CounterModule.quiet();
        ServerLauncher server = ServerLauncher.jars(DIST);
        var size = new SyntheticHistory.Size(6_000, 500);
        new SyntheticHistory(server, size, _ -> {}).copy(folder, kind, folder.resolve("copy"));
        try (HistoryStore store = HistoryStore.open(folder.resolve("copy"), kind)) {
            var plan = new HistoryRun.Plan(1, 20, Duration.ofMillis(500));
            HistoryRun.Outcome outcome = new HistoryRun(server, store, size, plan).run(_ -> {});
            assertThat(outcome.histories().size()).isEqualTo(20);
            assertThat(outcome.commits().without().size()).isGreaterThanOrEqualTo(100);
        }
    }
}
