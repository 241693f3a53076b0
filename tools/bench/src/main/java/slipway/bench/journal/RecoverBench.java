package slipway.bench.journal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures a start after a crash with a long history: a process fills a data directory and is killed; then a cold
 * process opens the journal and builds a snapshot of every live row, and the real server starts on the same
 * directory. Each is killed again, so every start recovers. The headline is the sum of both, although the server
 * opens only one journal: an upper limit for a server whose modules hold that many rows.
 */
public final class RecoverBench implements Bench {

    private static final double GOAL_SECONDS = 3;

    @Override
    public String name() {
        return "recover";
    }

    @Override
    public String summary() {
        return "start after a crash with 1 M events and 100 k live rows";
    }

    /** The opened data: its start-up times, rows and newest event. */
    private record Rebuilt(long opened, long built, long rows, long seq) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        long events = place.quick() ? 100_000 : 1_000_000;
        long rows = events / 10;
        Path data = place.fresh("data");
        fill(place, data, events, rows);
        List<Long> opened = new ArrayList<>();
        List<Long> built = new ArrayList<>();
        List<Long> up = new ArrayList<>();
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        for (int i = 0; i < (place.quick() ? 3 : 7); i++) {
            Rebuilt rebuilt = rebuild(data);
            if (rebuilt.rows() != rows || rebuilt.seq() < events) {
                throw BenchContext.notMeasured(
                        "The recovered data is incomplete.",
                        rebuilt.toString(),
                        "This is a bug; report it.");
            }
            opened.add(rebuilt.opened());
            built.add(rebuilt.built());
            up.add(start(serverLauncher, data));
        }
        return result(
                place, List.of(Samples.of(opened), Samples.of(built), Samples.of(up)), events);
    }

    private static void fill(BenchContext place, Path data, long events, long rows)
            throws IOException, InterruptedException {
        place.say("Writing %,d events and %,d rows through the journal", events, rows);
        long start = System.nanoTime();
        String said =
                outputBeforeKill(
                        ServerLauncher.program(JournalFiller.class)
                                .with(data.toString(), Long.toString(events), Long.toString(rows)));
        if (!said.equals(JournalFiller.DONE)) {
            throw BenchContext.notMeasured(
                    "The data could not be written.",
                    "It ended early: " + said,
                    "See the lines above.");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        place.say(
                "Written in %.0f s (%,.0f events/s), %,d MB; then killed",
                seconds, events / seconds, Files.size(data.resolve("slipway.db")) / 1_000_000);
    }

    /** Starts a program, waits for its one line, and kills it: none of them stops gracefully. */
    private static String outputBeforeKill(ProcessBuilder builder)
            throws IOException, InterruptedException {
        Process process = builder.redirectError(Redirect.INHERIT).start();
        try (var said = process.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            return line == null ? "" : line;
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private static Rebuilt rebuild(Path data) throws IOException, InterruptedException {
        String said =
                outputBeforeKill(
                        ServerLauncher.program(SnapshotRebuilder.class).with(data.toString()));
        long[] numbers = Arrays.stream(said.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new Rebuilt(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    private static long start(ServerLauncher serverLauncher, Path data)
            throws IOException, InterruptedException {
        try (Server server = Server.begin(serverLauncher, data)) {
            long took = server.awaitReady();
            server.kill();
            return took;
        }
    }

    private static Result result(BenchContext place, List<Samples> times, long events) {
        double opened = times.get(0).medianSeconds();
        double built = times.get(1).medianSeconds();
        double up = times.get(2).medianSeconds();
        double value = opened + built + up;
        double goal = place.quick() ? GOAL_SECONDS / 2 : GOAL_SECONDS;
        place.say("");
        place.say("Median of %d starts after SIGKILL, seconds:", times.get(2).size());
        place.say("%-52s %8.3f", "a cold process opens the journal", opened);
        place.say(
                "%-52s %8.3f",
                BenchContext.format("and builds a picture of %,d rows", events / 10), built);
        place.say(
                "%-52s %8.3f",
                BenchContext.format("./slipway up on %,d events, until ready", events), up);
        place.say("%-52s %8.3f (goal <= %.1f)", "sum", value, goal);
        if (place.quick()) {
            place.say(
                    "Quick: a tenth of the data. Fixed costs stay, so the goal is half, not a tenth.");
        }
        return new Result(
                "recover",
                new Result.Headline(value, "s", "<= " + goal),
                new Result.Anchor(
                        BenchContext.format("./slipway up alone on the same data %.3f s", up),
                        value / up),
                value <= goal,
                Map.of(
                        "events", events,
                        "rows", events / 10,
                        "open_s", opened,
                        "picture_s", built,
                        "up_s", up,
                        "up_slowest_s", times.get(2).seconds(1)));
    }
}
