package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures a server with five million events of 200,000 subjects, on SQLite and on PostgreSQL. The data are made once
 * and kept in the user's cache; each run has a copy of them. See {@link HistoryRun}.
 */
public final class HistoryBench implements Bench {

    private static final double HISTORY_GOAL_MILLIS = 20;
    private static final double START_GOAL_SECONDS = 3;
    private static final double COMMIT_GOAL_RATIO = 2;

    @Override
    public String name() {
        return "history";
    }

    @Override
    public String summary() {
        return "5 M events: history of one subject, start, commits beside a full verification";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        CounterModule.quiet();
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        var size =
                place.quick()
                        ? new SyntheticHistory.Size(100_000, 4_000)
                        : new SyntheticHistory.Size(5_000_000, 200_000);
        var data = new SyntheticHistory(serverLauncher, size, line -> place.say("%s", line));
        Map<HistoryStore.Kind, HistoryRun.Outcome> outcomes =
                new EnumMap<>(HistoryStore.Kind.class);
        for (HistoryStore.Kind kind : HistoryStore.Kind.values()) {
            Path folder = place.fresh("history-" + kind);
            if (place.quick()) {
                data.make(folder, kind);
            } else {
                data.copy(Files.createDirectories(cache()), kind, folder);
            }
            place.say("%s", kind);
            try (HistoryStore store = HistoryStore.open(folder, kind)) {
                var run = new HistoryRun(serverLauncher, store, size, plan(place));
                outcomes.put(kind, run.run(line -> place.say("%s", line)));
                show(place, outcomes.get(kind));
            }
            BenchContext.remove(folder);
        }
        return result(size, outcomes);
    }

    private static HistoryRun.Plan plan(BenchContext place) {
        return place.quick()
                ? new HistoryRun.Plan(1, 200, Duration.ofSeconds(3))
                : new HistoryRun.Plan(3, 2_000, Duration.ofSeconds(15));
    }

    /** Outside the checkout: its build folders come and go. */
    private static Path cache() {
        String caches = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path parent =
                caches.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(caches);
        return parent.resolve("slipway-bench");
    }

    private static void show(BenchContext place, HistoryRun.Outcome outcome) {
        VerifiedCommits commits = outcome.commits();
        line(place, "start after a clean stop, median, s", outcome.afterStop().medianSeconds(), "");
        line(place, "  after SIGKILL", outcome.afterKill().medianSeconds(), " (goal <= 3)");
        line(
                place,
                "history of one subject, median of " + outcome.histories().size() + ", ms",
                outcome.histories().medianSeconds() * 1e3,
                "");
        line(place, "  99 of 100", outcome.historyMillis(), " (goal <= 20)");
        line(
                place,
                "commit without a verification, 99 of 100, ms",
                commits.without().seconds(0.99) * 1e3,
                "");
        line(place, "  with one", commits.during().seconds(0.99) * 1e3, "");
        line(place, "  quotient", commits.ratio(), " (goal <= 2)");
        line(place, "verification of everything, s", commits.verifySeconds(), "");
    }

    private static void line(BenchContext place, String what, double value, String goal) {
        place.say("  %-52s %10.2f%s", what, value, goal);
    }

    private static Result result(
            SyntheticHistory.Size size, Map<HistoryStore.Kind, HistoryRun.Outcome> outcomes) {
        double history = worst(outcomes, HistoryRun.Outcome::historyMillis);
        double start = worst(outcomes, HistoryRun.Outcome::startSeconds);
        double commits = worst(outcomes, outcome -> outcome.commits().ratio());
        Map<String, Object> more = new TreeMap<>(Map.of("load", BenchContext.load()));
        more.put("events", size.events());
        more.put("subjects", size.subjects());
        outcomes.forEach(
                (kind, outcome) -> add(more, kind.name().toLowerCase(Locale.ROOT) + "_", outcome));
        return new Result(
                "history",
                new Result.Headline(
                        history,
                        "ms for 99 of 100 histories, the slower database",
                        "<= 20, start <= 3 s, commits <= 2 x"),
                new Result.Anchor(
                        "commits beside a verification, against those without, p99", commits),
                history <= HISTORY_GOAL_MILLIS
                        && start <= START_GOAL_SECONDS
                        && commits <= COMMIT_GOAL_RATIO,
                more);
    }

    private static double worst(
            Map<HistoryStore.Kind, HistoryRun.Outcome> outcomes,
            ToDoubleFunction<HistoryRun.Outcome> figure) {
        return outcomes.values().stream().mapToDouble(figure).max().orElseThrow();
    }

    private static void add(Map<String, Object> more, String prefix, HistoryRun.Outcome outcome) {
        VerifiedCommits commits = outcome.commits();
        more.put(prefix + "start_s", outcome.afterStop().medianSeconds());
        more.put(prefix + "start_after_kill_s", outcome.afterKill().medianSeconds());
        more.put(prefix + "histories", outcome.histories().size());
        more.put(prefix + "history_p50_ms", outcome.histories().medianSeconds() * 1e3);
        more.put(prefix + "history_p99_ms", outcome.historyMillis());
        more.put(prefix + "commits", commits.during().size());
        more.put(prefix + "commit_p99_ms", commits.without().seconds(0.99) * 1e3);
        more.put(prefix + "commit_p99_verifying_ms", commits.during().seconds(0.99) * 1e3);
        more.put(prefix + "commit_ratio", commits.ratio());
        more.put(prefix + "verify_s", commits.verifySeconds());
    }
}
