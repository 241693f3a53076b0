package slipway.bench.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures a server with a long history: starts, after a clean stop and after SIGKILL; histories of single subjects;
 * commits beside a verification of everything. The first start is not measured: a newer version changes the schema.
 */
final class HistoryRun {

    private static final Duration LONGEST_HISTORIES = Duration.ofMinutes(1);

    private final ServerLauncher serverLauncher;
    private final HistoryStore store;
    private final SyntheticHistory.Size size;
    private final Plan plan;

    HistoryRun(
            ServerLauncher serverLauncher,
            HistoryStore store,
            SyntheticHistory.Size size,
            Plan plan) {
        this.serverLauncher = store.on(serverLauncher);
        this.store = store;
        this.size = size;
        this.plan = plan;
    }

    /**
     * The plan.
     *
     * @param starts after a clean stop, and as many after SIGKILL
     * @param histories the number of subjects whose history is read
     * @param quiet how long it commits before the verification, and again after it
     */
    record Plan(int starts, int histories, Duration quiet) {}

    record Outcome(
            Samples afterStop, Samples afterKill, Samples histories, VerifiedCommits commits) {

        /** The median of the slower kind. */
        double startSeconds() {
            return Math.max(afterStop.medianSeconds(), afterKill.medianSeconds());
        }

        double historyMillis() {
            return histories.seconds(0.99) * 1e3;
        }
    }

    Outcome run(Consumer<String> say) throws IOException, InterruptedException {
        say.accept(BenchContext.format("  first start %.2f s", firstStart()));
        List<Long> afterStop = new ArrayList<>();
        List<Long> afterKill = new ArrayList<>();
        for (int i = 0; i < plan.starts(); i++) {
            try (Server server = Server.begin(serverLauncher, store.data())) {
                afterStop.add(server.awaitReady());
                server.kill();
            }
            try (Server server = Server.begin(serverLauncher, store.data())) {
                afterKill.add(server.awaitReady());
                server.stop();
            }
        }
        try (Server server = Server.start(serverLauncher, store.data())) {
            HistoryServer.awaitReaders(server);
            var history = new HistoryServer(server, size);
            Samples histories = history.histories(plan.histories(), LONGEST_HISTORIES);
            VerifiedCommits commits = VerifiedCommits.measure(history, plan.quiet());
            server.stop();
            return new Outcome(Samples.of(afterStop), Samples.of(afterKill), histories, commits);
        }
    }

    private double firstStart() throws IOException, InterruptedException {
        try (Server server = Server.begin(serverLauncher, store.data())) {
            double seconds = server.awaitReady() / 1e9;
            HistoryServer.awaitReaders(server);
            server.stop();
            return seconds;
        }
    }
}
