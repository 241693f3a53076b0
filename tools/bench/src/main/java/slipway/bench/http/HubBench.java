package slipway.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.OpenFiles;
import slipway.bench.kit.Result;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures thousands of event streams of many people on a journal that is kept busy: how late a client gets what
 * concerns it, whether it gets exactly that, and how much of the journal's throughput is left. The clients are a second
 * process on the same cores. See {@link HubRun}.
 *
 * <p>All the time, in every round, each team gets its notes by a timetable, and other writers write as fast as they
 * can what no stream shows. The goal of one second counts from the timetable, so it includes the commit.
 */
public final class HubBench implements Bench {

    private static final double GOAL_SECONDS = 1;
    private static final double GOAL_RATIO = 0.8;
    private static final int NOTES_PER_SECOND = 40;
    private static final int SPARE_FILES = 500;

    @Override
    public String name() {
        return "hub";
    }

    @Override
    public String summary() {
        return "5,000 idle and 500 active subscribers of live events: delivery, exactness, throughput left";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        HubPlan.Size size =
                place.quick()
                        ? new HubPlan.Size(500, 60, 100, 10, NOTES_PER_SECOND)
                        : new HubPlan.Size(5_000, 60, 500, 50, NOTES_PER_SECOND);
        var times = place.quick() ? new HubPlan.Times(2, 6) : new HubPlan.Times(5, 30);
        OpenFiles.require(place, size.idle() + size.active() + SPARE_FILES);
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        var folder = Files.createDirectories(place.fresh("hub"));
        HubRun.Outcome outcome =
                new HubRun(serverLauncher, folder, size, times).run(line -> place.say("%s", line));
        show(place, size, outcome);
        return result(size, outcome);
    }

    private static void show(BenchContext place, HubPlan.Size size, HubRun.Outcome outcome) {
        HubRound with = outcome.with();
        HubFaults faults = with.faults();
        place.say("");
        place.say("%,d idle and %,d active streams", size.idle(), size.active());
        place.say("%-52s %10.0f", "deliveries per second that are due", due(size));
        place.say("%-52s %10.3f", "delivered within, median, seconds", with.delivered().median());
        place.say("%-52s %10.3f (goal <= 1)", "  99 of 100", with.delivered().p99());
        place.say("%-52s %10.3f", "  slowest", with.delivered().slowest());
        place.say("%-52s %10d (goal 0)", "missing", faults.missing());
        place.say("%-52s %10d (goal 0)", "delivered twice", faults.twice());
        place.say("%-52s %10d (goal 0)", "of others", faults.foreign());
        place.say("%-52s %10d (goal 0)", "streams that the server ended", faults.ended());
        place.say(
                "%-52s %10.0f",
                "notes per second without streams, before", outcome.before().notes());
        place.say("%-52s %10.0f", "  after", outcome.after().notes());
        place.say("%-52s %10.0f", "  with streams", with.notes());
        place.say("%-52s %9.0f%% (goal >= 80)", "  share that is left", 100 * outcome.ratio());
        place.say("%-52s %10.0f", "memory of the server with them, MB", outcome.megabytes());
    }

    private static double due(HubPlan.Size size) {
        return (double) size.active() * size.perSecond();
    }

    private static Result result(HubPlan.Size size, HubRun.Outcome outcome) {
        HubRound with = outcome.with();
        boolean holds =
                with.delivered().count() > 0
                        && with.delivered().p99() <= GOAL_SECONDS
                        && outcome.isExact()
                        && outcome.ratio() >= GOAL_RATIO;
        return new Result(
                "hub",
                new Result.Headline(
                        with.delivered().p99(),
                        "s until 99 of 100 are delivered",
                        "<= 1, exactly its own, throughput >= 0.8"),
                new Result.Anchor(
                        BenchContext.format(
                                "the same writers without streams %.0f/s", outcome.alone()),
                        outcome.ratio()),
                holds,
                more(size, outcome));
    }

    private static Map<String, Object> more(HubPlan.Size size, HubRun.Outcome outcome) {
        HubRound with = outcome.with();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("idle", size.idle());
        more.put("active", size.active());
        more.put("deliveries", with.delivered().count());
        more.put("due_per_s", due(size));
        more.put("p50_s", with.delivered().median());
        more.put("slowest_s", with.delivered().slowest());
        more.put("missing", with.faults().missing());
        more.put("twice", with.faults().twice());
        more.put("foreign", with.faults().foreign());
        more.put("ended", with.faults().ended());
        more.put("notes_per_s", with.notes());
        more.put("team_notes_per_s", with.teamNotes());
        more.put("alone_before_per_s", outcome.before().notes());
        more.put("alone_after_per_s", outcome.after().notes());
        more.put("server_mb", outcome.megabytes());
        more.put("load", BenchContext.load());
        return more;
    }
}
