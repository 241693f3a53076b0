package slipway.bench.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.ServerLauncher;

/** Measures whether a kill under load loses or repeats anything acknowledged. See {@link JournalCrashRun}. */
public final class CrashBench implements Bench {

    private static final int CLIENTS = 32;
    private static final long SEED = 20_261_115;

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String summary() {
        return "100 SIGKILLs of the server under load: acknowledged writes lost or applied twice";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        int kills = place.quick() ? 10 : 100;
        var plan = new JournalCrashRun.Plan(kills, CLIENTS, Duration.ofMillis(1_200), SEED);
        var crash =
                new JournalCrashRun(
                        ServerLauncher.launcher(place.checkout()), place.fresh("data"), plan);
        place.say(
                "%d clients write; the server is killed %d times (seed %d)", CLIENTS, kills, SEED);
        JournalCrashRun.Outcome outcome =
                crash.run(
                        kill -> {
                            if (kill % 10 == 0) {
                                place.say("  %d kills", kill);
                            }
                        });
        show(place, outcome);
        return result(outcome);
    }

    private static void show(BenchContext place, JournalCrashRun.Outcome outcome) {
        JournalCrashRun.Counts counts = outcome.counts();
        Notes.Verdict verdict = outcome.verdict();
        place.say("");
        place.say("%-48s %10d", "SIGKILLs", counts.kills());
        place.say("%-48s %10d", "  of these while the server was starting", counts.starting());
        place.say("%-48s %10d", "notes sent", counts.sent());
        place.say("%-48s %10d", "notes acknowledged", counts.acknowledged());
        place.say("%-48s %10d", "sent again because no answer came", counts.repeated());
        place.say("%-48s %10d (goal 0)", "acknowledged and lost", verdict.lost());
        place.say("%-48s %10d (goal 0)", "applied twice", verdict.duplicated());
        place.say("%-48s %10d (goal 0)", "there but never sent", verdict.unknown());
        place.say("%-48s %10d (goal 0)", "gaps in the numbers of events", verdict.gaps());
        place.say("%-48s %10s", "slipway check", outcome.intact() ? "passes" : "FAILS");
        place.say(
                "%-48s %10.2f (slowest %.2f)",
                "start after a kill until ready, seconds",
                outcome.recoveries().medianSeconds(),
                outcome.recoveries().seconds(1));
    }

    private static Result result(JournalCrashRun.Outcome outcome) {
        JournalCrashRun.Counts counts = outcome.counts();
        Notes.Verdict verdict = outcome.verdict();
        double wrong = verdict.lost() + verdict.duplicated();
        return new Result(
                "crash",
                new Result.Headline(wrong, "writes lost or applied twice", "0"),
                new Result.Anchor(
                        counts.acknowledged() + " writes acknowledged",
                        wrong / counts.acknowledged()),
                outcome.isCorrect() && counts.acknowledged() > 0,
                Map.of(
                        "kills", counts.kills(),
                        "kills_while_starting", counts.starting(),
                        "sent_again", counts.repeated(),
                        "lost", verdict.lost(),
                        "doubled", verdict.duplicated(),
                        "never_sent", verdict.unknown(),
                        "gaps", verdict.gaps(),
                        "check_passes", outcome.intact(),
                        "recovery_p50_s", outcome.recoveries().medianSeconds(),
                        "recovery_slowest_s", outcome.recoveries().seconds(1)));
    }
}
