package slipway.bench.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.Result;
import slipway.bench.kit.ServerLauncher;
import slipway.bench.kit.Workplace;

/** Whether anything acknowledged is lost or applied twice when the server is killed under load. See {@link Crash}. */
public final class CrashBench implements Bench {

    private static final int CLIENTS = 32;
    private static final long SEED = 20_261_115;

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String what() {
        return "100 SIGKILLs of the server under load: acknowledged writes lost or applied twice";
    }

    @Override
    public Result run(Workplace place) throws IOException, InterruptedException {
        int kills = place.quick() ? 10 : 100;
        var plan = new Crash.Plan(kills, CLIENTS, Duration.ofMillis(1_200), SEED);
        var crash = new Crash(ServerLauncher.launcher(place.house()), place.fresh("data"), plan);
        place.say(
                "%d clients write; the server is killed %d times (seed %d)", CLIENTS, kills, SEED);
        Crash.Outcome outcome =
                crash.run(
                        kill -> {
                            if (kill % 10 == 0) {
                                place.say("  %d kills", kill);
                            }
                        });
        show(place, outcome);
        return result(outcome);
    }

    private static void show(Workplace place, Crash.Outcome outcome) {
        Crash.Counts counts = outcome.counts();
        Notes.Verdict verdict = outcome.verdict();
        place.say("");
        place.say("%-48s %10d", "SIGKILLs", counts.kills());
        place.say("%-48s %10d", "  of these while the server was starting", counts.starting());
        place.say("%-48s %10d", "notes sent", counts.sent());
        place.say("%-48s %10d", "notes acknowledged", counts.acknowledged());
        place.say("%-48s %10d", "sent again because no answer came", counts.again());
        place.say("%-48s %10d (goal 0)", "acknowledged and lost", verdict.lost());
        place.say("%-48s %10d (goal 0)", "applied twice", verdict.doubled());
        place.say("%-48s %10d (goal 0)", "there but never sent", verdict.strange());
        place.say("%-48s %10d (goal 0)", "gaps in the numbers of events", verdict.gaps());
        place.say("%-48s %10s", "slipway check", outcome.sound() ? "passes" : "FAILS");
        place.say(
                "%-48s %10.2f (slowest %.2f)",
                "start after a kill until ready, seconds",
                outcome.recoveries().medianSeconds(),
                outcome.recoveries().seconds(1));
    }

    private static Result result(Crash.Outcome outcome) {
        Crash.Counts counts = outcome.counts();
        Notes.Verdict verdict = outcome.verdict();
        double wrong = verdict.lost() + verdict.doubled();
        return new Result(
                "crash",
                new Result.Headline(wrong, "writes lost or applied twice", "0"),
                new Result.Anchor(
                        counts.acknowledged() + " writes acknowledged",
                        wrong / counts.acknowledged()),
                outcome.right() && counts.acknowledged() > 0,
                Map.of(
                        "kills", counts.kills(),
                        "kills_while_starting", counts.starting(),
                        "sent_again", counts.again(),
                        "lost", verdict.lost(),
                        "doubled", verdict.doubled(),
                        "never_sent", verdict.strange(),
                        "gaps", verdict.gaps(),
                        "check_passes", outcome.sound(),
                        "recovery_p50_s", outcome.recoveries().medianSeconds(),
                        "recovery_slowest_s", outcome.recoveries().seconds(1)));
    }
}
