package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures jobs of one second through the platform on a Slurm cluster, from the first request until the last end. The
 * peers, in the same run on the same cluster: the same launch.sh passed to sbatch, with its sandbox and without, and
 * a bare script. Each asks for an eighth of a node, so that Slurm starts 64 at once: all 500 at once are too many for
 * a small machine, Slurm then loses jobs, and nothing is measured.
 */
public final class SlurmJobsBench implements Bench {

    private static final double GOAL = 0.9;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final String SPEC =
            "{\"spec\":\"run: sleep 1\\nresources: {cpus: 8, memory: 100MB}\",\"name\":\"second\"}";

    @Override
    public String name() {
        return "slurm-jobs";
    }

    @Override
    public String summary() {
        return "500 jobs of one second through Slipway onto a Slurm cluster, against plain sbatch";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        int jobs = place.quick() ? 100 : 500;
        try (SlurmBenchCluster cluster = SlurmBenchCluster.open(place)) {
            Path data = place.fresh("data");
            double ours = ours(place, cluster, jobs, data);
            Path original = original(data.resolve("attempts"));
            double launched = launched(place, cluster, jobs, new Replica(original, true));
            double open = launched(place, cluster, jobs, new Replica(original, false));
            double bare = bare(place, cluster, jobs);
            return new Result(
                    "slurm-jobs",
                    new Result.Headline(
                            ours, "jobs/s", BenchContext.format(">= %.1f", GOAL * launched)),
                    new Result.Anchor(
                            BenchContext.format(
                                    "the same launch.sh by sbatch, %.1f jobs/s in the same run",
                                    launched),
                            ours / launched),
                    ours >= GOAL * launched,
                    Map.of(
                            "jobs",
                            jobs,
                            "without_sandbox",
                            open,
                            "bare_script",
                            bare,
                            "load",
                            BenchContext.load()));
        }
    }

    /** One of the attempts that ran. */
    private static Path original(Path attempts) throws IOException {
        try (var workloads = Files.newDirectoryStream(attempts, "[0-9a-z]*")) {
            return workloads.iterator().next().resolve("1");
        }
    }

    private static double ours(BenchContext place, SlurmBenchCluster cluster, int jobs, Path data)
            throws IOException, InterruptedException {
        ServerLauncher serverLauncher = cluster.launch(place, data);
        try (Server server = Server.start(serverLauncher, data)) {
            var caller = new ApiCaller(server);
            submit(caller, SlurmBenchCluster.AT_ONCE);
            awaitAll(caller);
            long began = System.nanoTime();
            submit(caller, jobs);
            double accepted = (System.nanoTime() - began) / 1e9;
            awaitAll(caller);
            double seconds = (System.nanoTime() - began) / 1e9;
            List<String> others = new ArrayList<>();
            for (String kind : List.of("workload.failed", "workload.cancelled")) {
                caller.each("/api/v1/events?kind=" + kind, event -> others.add(event.toString()));
            }
            server.stop();
            if (!others.isEmpty()) {
                throw BenchContext.notMeasured(
                        others.size() + " jobs did not succeed.",
                        others.getFirst(),
                        "This is a bug; report it.");
            }
            return report(place, "Slipway", jobs, accepted, seconds);
        }
    }

    private static double report(
            BenchContext place, String who, int jobs, double accepted, double seconds) {
        place.say(
                "%-28s %,d jobs accepted in %5.1f s, all over in %5.1f s: %5.1f jobs/s",
                who, jobs, accepted, seconds, jobs / seconds);
        return jobs / seconds;
    }

    private static void submit(ApiCaller caller, int jobs) throws InterruptedException {
        SlurmBenchCluster.inParallel(
                jobs, _ -> caller.postText("/api/v1/teams/all/workloads", SPEC));
    }

    private static void awaitAll(ApiCaller caller) throws IOException, InterruptedException {
        while (!caller.get("/api/v1/workloads?limit=1").path("items").isEmpty()) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    /** The directories exist before, as they would for a user of sbatch. */
    private static double launched(
            BenchContext place, SlurmBenchCluster cluster, int jobs, Replica like)
            throws IOException, InterruptedException {
        Path attempts = Files.createDirectories(place.fresh("by-hand"));
        List<Path> directories = new ArrayList<>();
        for (int number = 0; number < jobs; number++) {
            directories.add(like.copy(attempts.resolve(like.name() + number)));
        }
        Path script = attempts.resolve("batch.sh");
        Files.writeString(
                script,
                """
                #!/bin/sh
                %scd "$1" && exec srun --ntasks-per-node=1 --kill-on-bad-exit=1 --export=ALL --input=none --quiet \\
                    /bin/sh "$1/launch.sh"
                """
                        .formatted(like.boxed() ? "export SLIPWAY_ENGINE=\"$1/engine\"; " : ""));
        return plain(place, cluster, like.words(), script, directories);
    }

    /**
     * An attempt directory of the server, to be run again by sbatch.
     *
     * @param boxed whether it runs in its sandbox
     */
    private record Replica(Path original, boolean boxed) {

        String name() {
            return boxed ? "boxed-" : "open-";
        }

        String words() {
            return boxed ? "the same launch.sh, sbatch" : "and without the sandbox";
        }

        /** Copies the inputs of launch.sh and none of its outputs. */
        Path copy(Path to) throws IOException {
            for (String folder : List.of("claim", "log", "exit", "work", "tmp", "checkpoints")) {
                Files.createDirectories(to.resolve(folder));
            }
            Files.writeString(to.resolve("progress"), "");
            for (String file : List.of("launch.sh", "env", "shape", "run", "engine")) {
                String text = Files.readString(original.resolve(file));
                Files.writeString(
                        to.resolve(file), text.replace(original.toString(), to.toString()));
            }
            return to;
        }
    }

    private static double bare(BenchContext place, SlurmBenchCluster cluster, int jobs)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(place.fresh("bare"));
        Path script = Files.writeString(folder.resolve("bare.sh"), "#!/bin/sh\nsleep 1\n");
        return plain(
                place,
                cluster,
                "a bare script, sbatch",
                script,
                java.util.Collections.nCopies(jobs, folder));
    }

    private static double plain(
            BenchContext place,
            SlurmBenchCluster cluster,
            String who,
            Path script,
            List<Path> directories)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        SlurmBenchCluster.inParallel(
                directories.size(),
                number ->
                        cluster.askWithRetry(
                                "sbatch",
                                "-Q",
                                "--nodes=1",
                                "--ntasks-per-node=1",
                                "--cpus-per-task=8",
                                "--mem=100M",
                                "--no-requeue",
                                "--export=ALL",
                                "-o",
                                "/dev/null",
                                "-p",
                                SlurmBenchCluster.PARTITION,
                                script.toString(),
                                directories.get(number).toString()));
        double accepted = (System.nanoTime() - began) / 1e9;
        long lost = cluster.drained();
        double seconds =
                (System.nanoTime() - began) / 1e9
                        - (lost == 0 ? 0 : SlurmBenchCluster.SETTLE_TIME.toSeconds());
        if (lost > 0) {
            place.say("%-28s %,d of them Slurm said to run and never started", who, lost);
        }
        return report(place, who, (int) (directories.size() - lost), accepted, seconds);
    }
}
