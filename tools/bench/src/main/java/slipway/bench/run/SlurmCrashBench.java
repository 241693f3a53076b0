package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.bench.kit.Workplace;

/**
 * Whether jobs on a Slurm cluster survive a server that is killed again and again, with Slurm's own controller killed
 * in between. See {@link JobsCrash}.
 */
public final class SlurmCrashBench implements Bench {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int GLANCES = 90;

    private static final int CLIENTS = 8;
    private static final long SEED = 20_261_116;

    @Override
    public String name() {
        return "slurm-crash";
    }

    @Override
    public String what() {
        return "50 SIGKILLs of the server and 5 of slurmctld while jobs are submitted: lost, doubled, left behind";
    }

    @Override
    public Result run(Workplace place) throws IOException, InterruptedException {
        long seed = Long.getLong("slipway.seed", SEED);
        var plan =
                new JobsCrash.Plan(
                        place.sized(100, 1_000, 5_000),
                        place.sized(8, 50, 200),
                        CLIENTS,
                        Duration.ofMillis(3_500),
                        seed);
        int controllers = place.quick() ? 2 : 5;
        try (SlurmBenchCluster house = SlurmBenchCluster.open(place)) {
            Path folder = Files.createDirectories(place.fresh("jobs"));
            ServerLauncher serverLauncher = house.launch(place, folder.resolve("data"));
            int every = plan.kills() / controllers;
            int[] killed = {0};
            JobsCrash.Outcome outcome =
                    new JobsCrash(serverLauncher, folder, plan)
                            .run(
                                    kill -> {
                                        if (kill % every == every / 2 && killed[0] < controllers) {
                                            killed[0]++;
                                            house.cluster()
                                                    .killController(Instant.EPOCH); // as it is
                                            house.cluster().startController();
                                            place.say(
                                                    "  %d kills, %d of slurmctld", kill, killed[0]);
                                        }
                                    });
            long left = left(place, house, serverLauncher, folder.resolve("data"));
            return result(place, plan, outcome, killed[0], left);
        }
    }

    /**
     * A controller that dies forgets that jobs have ended and says for half an hour that they run. The server takes
     * them back, but not at once.
     */
    private static long left(
            Workplace place, SlurmBenchCluster house, ServerLauncher serverLauncher, Path data)
            throws IOException, InterruptedException {
        long atOnce = house.jobs();
        try (Server server = Server.start(serverLauncher, data)) {
            long left = atOnce;
            for (int glance = 0; glance < GLANCES && left > 0; glance++) {
                server.pause(GLANCE);
                left = house.jobs();
            }
            place.say(
                    "%,d jobs that had ended Slurm said to run; taken back but %,d", atOnce, left);
            server.stop();
            return left;
        }
    }

    private static Result result(
            Workplace place,
            JobsCrash.Plan plan,
            JobsCrash.Outcome outcome,
            int controllers,
            long left) {
        JobsCrash.Counts counts = outcome.counts();
        Chores.Verdict verdict = outcome.verdict();
        double wrong =
                verdict.lost()
                        + verdict.doubled()
                        + verdict.wrong()
                        + verdict.overrun()
                        + verdict.untrue()
                        + outcome.wronglyMetered()
                        + outcome.left()
                        + left;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("seed", plan.seed());
        more.put("kills", plan.kills());
        more.put("kills_of_slurmctld", controllers);
        more.put("lost", verdict.lost());
        more.put("doubled", verdict.doubled());
        more.put("wrong_end", verdict.wrong());
        more.put("run_at_once", verdict.overrun());
        more.put("run_untrue", verdict.untrue());
        more.put("metered_wrong", outcome.wronglyMetered());
        more.put("processes_left", outcome.left());
        more.put("left_in_slurm", left);
        more.put("attempts_lost", counts.setbacks().size());
        more.put("check_passes", outcome.sound());
        more.put("load", Workplace.load());
        more.forEach((what, value) -> place.say("%-30s %s", what, value));
        verdict.stories().forEach(each -> place.say("%s", each));
        counts.setbacks().forEach(each -> place.say("  %s", each));
        return new Result(
                "slurm-crash",
                new Result.Headline(wrong, "jobs lost, doubled, wrong or left behind", "0"),
                new Result.Anchor(
                        counts.acknowledged() + " submissions acknowledged",
                        wrong / Math.max(1, counts.acknowledged())),
                outcome.right() && left == 0 && counts.acknowledged() > 0,
                more);
    }
}
