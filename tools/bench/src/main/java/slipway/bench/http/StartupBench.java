package slipway.bench.http;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures {@code ./slipway up}, launcher included, until {@code /readyz} is ready. The limit is a Java machine that
 * only prints its version. The three kinds of start take turns, so that other load on the machine affects all of
 * them.
 */
public final class StartupBench implements Bench {

    private static final double GOAL_SECONDS = 1.5;
    private static final double GOAL_MEGABYTES = 200;
    private static final Duration IDLE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String summary() {
        return "./slipway up until it is ready, built and with a warm cache; memory of the idle server";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        Path existing = place.fresh("existing");
        place.say("Making the start-up cache, unless it is there");
        serverLauncher.makeCache(existing);
        int rounds = place.quick() ? 5 : 15;
        place.say(
                "%d rounds: an empty Java machine, a start on a new data directory, one on an existing",
                rounds);
        List<Long> java = new ArrayList<>();
        List<Long> first = new ArrayList<>();
        List<Long> again = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            java.add(timeJava());
            first.add(timeStart(serverLauncher, place.fresh("new")));
            again.add(timeStart(serverLauncher, existing));
        }
        double memory = idleMemory(serverLauncher, existing, place.quick() ? 1 : 3);
        return result(
                place, new Times(Samples.of(java), Samples.of(first), Samples.of(again)), memory);
    }

    private record Times(Samples java, Samples first, Samples again) {}

    static long timeJava() throws IOException, InterruptedException {
        long start = System.nanoTime();
        new ProcessBuilder(ServerLauncher.java(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start()
                .waitFor();
        return System.nanoTime() - start;
    }

    private static long timeStart(ServerLauncher serverLauncher, Path data)
            throws IOException, InterruptedException {
        try (Server server = Server.begin(serverLauncher, data)) {
            long took = server.awaitReady();
            server.stop();
            return took;
        }
    }

    private static double idleMemory(ServerLauncher serverLauncher, Path data, int times)
            throws IOException, InterruptedException {
        List<Double> megabytes = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            try (Server server = Server.start(serverLauncher, data)) {
                server.pause(IDLE);
                megabytes.add(server.memory().residentMegabytes());
                server.stop();
            }
        }
        return Samples.median(megabytes);
    }

    private static Result result(BenchContext place, Times times, double memory) {
        double java = times.java().medianSeconds();
        double value = times.again().medianSeconds();
        place.say("");
        place.say("%-42s %8s %8s %8s %10s", "seconds", "median", "fastest", "slowest", "x java");
        row(place, "java -version", times.java(), java);
        row(place, "./slipway up, new data directory", times.first(), java);
        row(place, "./slipway up, existing data directory", times.again(), java);
        place.say(
                "%-42s %8.0f MB (goal <= %.0f MB)",
                "memory of the idle server (RSS)", memory, GOAL_MEGABYTES);
        place.say("Goal: ready within %.1f s. MLflow takes 22 to 53 s (published).", GOAL_SECONDS);
        return new Result(
                "startup",
                new Result.Headline(value, "s", "<= " + GOAL_SECONDS),
                new Result.Anchor(
                        BenchContext.format(
                                "java -version %.3f s; MLflow 22-53 s (published)", java),
                        value / java),
                value <= GOAL_SECONDS && memory <= GOAL_MEGABYTES,
                Map.of(
                        "new_directory_s",
                        times.first().medianSeconds(),
                        "slowest_s",
                        times.again().seconds(1),
                        "java_version_s",
                        java,
                        "idle_rss_mb",
                        memory,
                        "idle_rss_goal_mb",
                        GOAL_MEGABYTES,
                        "rounds",
                        times.again().size()));
    }

    static void row(BenchContext place, String what, Samples times, double java) {
        place.say(
                "%-42s %8.3f %8.3f %8.3f %10.1f",
                what,
                times.medianSeconds(),
                times.seconds(0),
                times.seconds(1),
                times.medianSeconds() / java);
    }
}
