package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures whether jobs on a Slurm cluster survive a server that is killed again and again, with Slurm's own
 * controller killed in between. See {@link JobsCrashRun}.
 */
public final class SlurmCrashBench implements Bench {

    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final int MAX_POLLS = 90;

    private static final int CLIENTS = 8;
    private static final long SEED = 20_261_116;

    @Override
    public String name() {
        return "slurm-crash";
    }

    @Override
    public String summary() {
        return "50 SIGKILLs of the server and 5 of slurmctld while jobs are submitted: lost, duplicated, left running";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        long seed = Long.getLong("slipway.seed", SEED);
        var plan =
                new JobsCrashRun.Plan(
                        place.count(100, 1_000, 5_000),
                        place.count(8, 50, 200),
                        CLIENTS,
                        Duration.ofMillis(3_500),
                        seed);
        int controllers = place.quick() ? 2 : 5;
        try (SlurmBenchCluster cluster = SlurmBenchCluster.open(place)) {
            Path folder = Files.createDirectories(place.fresh("jobs"));
            ServerLauncher serverLauncher = cluster.launch(place, folder.resolve("data"));
            int every = plan.kills() / controllers;
            int[] killed = {0};
            JobsCrashRun.Outcome outcome =
                    new JobsCrashRun(serverLauncher, folder, plan)
                            .run(
                                    kill -> {
                                        if (kill % every == every / 2 && killed[0] < controllers) {
                                            killed[0]++;
                                            cluster.cluster()
                                                    .killController(Instant.EPOCH); // as it is
                                            cluster.cluster().startController();
                                            place.say(
                                                    "  %d kills, %d of slurmctld", kill, killed[0]);
                                        }
                                    });
            long left = left(place, cluster, serverLauncher, folder.resolve("data"));
            return result(place, plan, outcome, killed[0], left);
        }
    }

    /**
     * A killed controller forgets that jobs have ended and reports them as running for half an hour. The server
     * recovers them, but not at once.
     */
    private static long left(
            BenchContext place, SlurmBenchCluster cluster, ServerLauncher serverLauncher, Path data)
            throws IOException, InterruptedException {
        long atOnce = cluster.jobs();
        try (Server server = Server.start(serverLauncher, data)) {
            long left = atOnce;
            for (int glance = 0; glance < MAX_POLLS && left > 0; glance++) {
                server.pause(POLL_INTERVAL);
                left = cluster.jobs();
            }
            place.say(
                    "%,d jobs that had ended Slurm said to run; taken back but %,d", atOnce, left);
            server.stop();
            return left;
        }
    }

    private static Result result(
            BenchContext place,
            JobsCrashRun.Plan plan,
            JobsCrashRun.Outcome outcome,
            int controllers,
            long left) {
        JobsCrashRun.Counts counts = outcome.counts();
        CrashTestJobs.Verdict verdict = outcome.verdict();
        double wrong =
                verdict.lost()
                        + verdict.duplicated()
                        + verdict.wrong()
                        + verdict.overrun()
                        + verdict.inconsistent()
                        + outcome.wronglyMetered()
                        + outcome.leftovers()
                        + left;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("seed", plan.seed());
        more.put("kills", plan.kills());
        more.put("kills_of_slurmctld", controllers);
        more.put("lost", verdict.lost());
        more.put("doubled", verdict.duplicated());
        more.put("wrong_end", verdict.wrong());
        more.put("run_at_once", verdict.overrun());
        more.put("run_untrue", verdict.inconsistent());
        more.put("metered_wrong", outcome.wronglyMetered());
        more.put("processes_left", outcome.leftovers());
        more.put("left_in_slurm", left);
        more.put("attempts_lost", counts.setbacks().size());
        more.put("check_passes", outcome.intact());
        more.put("load", BenchContext.load());
        more.forEach((what, value) -> place.say("%-30s %s", what, value));
        verdict.reports().forEach(each -> place.say("%s", each));
        counts.setbacks().forEach(each -> place.say("  %s", each));
        return new Result(
                "slurm-crash",
                new Result.Headline(wrong, "jobs lost, doubled, wrong or left behind", "0"),
                new Result.Anchor(
                        counts.acknowledged() + " submissions acknowledged",
                        wrong / Math.max(1, counts.acknowledged())),
                outcome.isCorrect() && left == 0 && counts.acknowledged() > 0,
                more);
    }
}
