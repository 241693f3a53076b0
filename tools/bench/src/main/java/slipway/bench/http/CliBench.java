package slipway.bench.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.bench.kit.TimedCommand;

/**
 * Measures the duration of a short command: {@code ./slipway whoami}, launcher included, against a server on this
 * machine. The limit is a Java machine that only prints its version. The variants take turns, so that other load on
 * the machine affects all of them.
 */
public final class CliBench implements Bench {

    private static final double GOAL_SECONDS = 0.350;

    private static final String WHOAMI = "whoami";

    @Override
    public String name() {
        return "cli";
    }

    @Override
    public String summary() {
        return "./slipway whoami against a server on this machine, built and with a warm cache";
    }

    private record Times(Samples java, Samples whole, Samples unchecked, Samples uncached) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        Path data = place.fresh("data");
        try (Server server = Server.start(serverLauncher, data)) {
            place.say("Making the start-up cache of commands, unless it is there");
            var typed = new TimedCommand(serverLauncher, data);
            typed.time(Map.of("SLIPWAY_AOT", "wait"), WHOAMI);
            Times times = measure(place, typed);
            server.stop();
            return result(place, times);
        }
    }

    private static Times measure(BenchContext place, TimedCommand typed)
            throws IOException, InterruptedException {
        int rounds = place.quick() ? 10 : 40;
        place.say(
                "%d rounds: an empty Java machine; whoami; without a look at the source; without the cache",
                rounds);
        List<Long> java = new ArrayList<>();
        List<Long> whole = new ArrayList<>();
        List<Long> unchecked = new ArrayList<>();
        List<Long> uncached = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            java.add(StartupBench.timeJava());
            whole.add(typed.time(Map.of(), WHOAMI));
            unchecked.add(typed.time(Map.of("SLIPWAY_BUILD", "off"), WHOAMI));
            uncached.add(typed.time(Map.of("SLIPWAY_AOT", "off"), WHOAMI));
        }
        return new Times(
                Samples.of(java), Samples.of(whole), Samples.of(unchecked), Samples.of(uncached));
    }

    private static Result result(BenchContext place, Times times) {
        double java = times.java().medianSeconds();
        double value = times.whole().medianSeconds();
        place.say("");
        place.say("%-42s %8s %8s %8s %10s", "seconds", "median", "fastest", "slowest", "x java");
        StartupBench.row(place, "java -version", times.java(), java);
        StartupBench.row(place, "./slipway whoami", times.whole(), java);
        StartupBench.row(place, "  without a look at the source", times.unchecked(), java);
        StartupBench.row(place, "  without the start-up cache", times.uncached(), java);
        place.say("Goal: within %.3f s.", GOAL_SECONDS);
        return new Result(
                "cli",
                new Result.Headline(value, "s", "<= " + GOAL_SECONDS),
                new Result.Anchor(BenchContext.format("java -version %.3f s", java), value / java),
                value <= GOAL_SECONDS,
                Map.of(
                        "fastest_s",
                        times.whole().seconds(0),
                        "p95_s",
                        times.whole().seconds(0.95),
                        "slowest_s",
                        times.whole().seconds(1),
                        "unchecked_s",
                        times.unchecked().medianSeconds(),
                        "uncached_s",
                        times.uncached().medianSeconds(),
                        "java_version_s",
                        java,
                        "rounds",
                        times.whole().size()));
    }
}
