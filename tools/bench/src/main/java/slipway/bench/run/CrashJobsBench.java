package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.ServerLauncher;

/** Measures whether jobs survive the kill of their server, and how soon it is ready again. See {@link JobsCrashRun}. */
public final class CrashJobsBench implements Bench {

    private static final int CLIENTS = 16;
    private static final long SEED = 20_261_115;
    private static final double GOAL_SECONDS = 5;

    @Override
    public String name() {
        return "crash-jobs";
    }

    @Override
    public String summary() {
        return "60 SIGKILLs of the server while jobs are submitted and run: lost, duplicated, left running; recovery";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        long seed = Long.getLong("slipway.seed", SEED);
        var plan =
                new JobsCrashRun.Plan(
                        place.count(300, 1_500, 10_000),
                        place.count(15, 60, 200),
                        CLIENTS,
                        Duration.ofMillis(place.quick() ? 1_500 : 2_500),
                        seed);
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        place.say(
                "%,d submissions by %d clients; the server is killed %d times (seed %d)",
                plan.submissions(), CLIENTS, plan.kills(), seed);
        Path folder = Files.createDirectories(place.fresh("jobs"));
        JobsCrashRun.Outcome outcome =
                new JobsCrashRun(serverLauncher, folder, plan)
                        .run(
                                kill -> {
                                    if (kill % 10 == 0) {
                                        place.say("  %d kills", kill);
                                    }
                                });
        show(place, plan, outcome);
        var backlog =
                new BacklogRecovery(
                        serverLauncher, folder.resolve("data"), place.count(2_000, 10_000, 10_000));
        Samples recoveries = backlog.recoveries(place, place.quick() ? 1 : 3);
        place.say(
                "%-52s %10.2f (slowest %.2f, goal < %.0f)",
                BenchContext.format("start with %,d more jobs that wait, seconds", backlog.jobs()),
                recoveries.medianSeconds(),
                recoveries.seconds(1),
                GOAL_SECONDS);
        backlog.clear();
        return result(plan, outcome, recoveries);
    }

    private static void show(
            BenchContext place, JobsCrashRun.Plan plan, JobsCrashRun.Outcome outcome) {
        JobsCrashRun.Counts counts = outcome.counts();
        CrashTestJobs.Verdict verdict = outcome.verdict();
        place.say("");
        place.say("%-52s %10d", "SIGKILLs", plan.kills());
        place.say("%-52s %10d", "  of these while the server was starting", counts.starting());
        place.say("%-52s %10d", "jobs submitted", plan.submissions());
        place.say("%-52s %10d", "  of these acknowledged", counts.acknowledged());
        place.say("%-52s %10d", "  there in the end", counts.there());
        place.say("%-52s %10d", "asked again because no answer came", counts.repeated());
        place.say("%-52s %10d (goal 0)", "acknowledged and lost", verdict.lost());
        place.say("%-52s %10d (goal 0)", "there more than once", verdict.duplicated());
        place.say("%-52s %10d (goal 0)", "not ended once, and as it should", verdict.wrong());
        place.say("%-52s %10d (goal 0)", "run twice at the same time", verdict.overrun());
        place.say("%-52s %10d (goal 0)", "run too often or too seldom", verdict.inconsistent());
        verdict.reports().forEach(each -> place.say("%s", each));
        place.say("%-52s %10d (goal 0)", "attempts metered wrongly", outcome.wronglyMetered());
        place.say("%-52s %10d (goal 0)", "processes left behind", outcome.leftovers());
        place.say(
                "%-52s %10d", "attempts that were lost, and begun anew", counts.setbacks().size());
        counts.setbacks().forEach(each -> place.say("  %s", each));
        place.say("%-52s %10s", "slipway check", outcome.intact() ? "passes" : "FAILS");
        place.say(
                "%-52s %10.2f (slowest %.2f)",
                "start after a kill until ready, seconds",
                counts.recoveries().medianSeconds(),
                counts.recoveries().seconds(1));
    }

    private static Result result(
            JobsCrashRun.Plan plan, JobsCrashRun.Outcome outcome, Samples recoveries) {
        JobsCrashRun.Counts counts = outcome.counts();
        CrashTestJobs.Verdict verdict = outcome.verdict();
        double wrong =
                verdict.lost()
                        + verdict.duplicated()
                        + verdict.wrong()
                        + verdict.overrun()
                        + verdict.inconsistent()
                        + outcome.wronglyMetered()
                        + outcome.leftovers();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("seed", plan.seed());
        more.put("kills", plan.kills());
        more.put("kills_while_starting", counts.starting());
        more.put("asked_again", counts.repeated());
        more.put("lost", verdict.lost());
        more.put("doubled", verdict.duplicated());
        more.put("wrong_end", verdict.wrong());
        more.put("run_at_once", verdict.overrun());
        more.put("run_untrue", verdict.inconsistent());
        more.put("metered_wrong", outcome.wronglyMetered());
        more.put("left_behind", outcome.leftovers());
        more.put("attempts_lost", counts.setbacks().size());
        more.put("check_passes", outcome.intact());
        more.put("ready_s", counts.recoveries().medianSeconds());
        more.put("backlog_ready_s", recoveries.medianSeconds());
        more.put("load", BenchContext.load());
        return new Result(
                "crash-jobs",
                new Result.Headline(wrong, "jobs lost, doubled, wrong or left behind", "0"),
                new Result.Anchor(
                        counts.acknowledged() + " submissions acknowledged",
                        wrong / Math.max(1, counts.acknowledged())),
                outcome.isCorrect()
                        && counts.acknowledged() > 0
                        && recoveries.seconds(1) < GOAL_SECONDS,
                more);
    }
}
