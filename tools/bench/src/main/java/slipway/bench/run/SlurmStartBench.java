package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;

/**
 * Measures the time from the submission of a job on an idle Slurm cluster until its first command, also with sbatch.
 */
public final class SlurmStartBench implements Bench {

    private static final double GOAL_MORE_SECONDS = 0.3;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    @Override
    public String name() {
        return "slurm-start";
    }

    @Override
    public String summary() {
        return "from submitting a job until it runs on an idle Slurm cluster, against plain sbatch";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        int rounds = place.quick() ? 10 : 40;
        try (SlurmBenchCluster cluster = SlurmBenchCluster.open(place)) {
            Path data = place.fresh("data");
            Path folder = Files.createDirectories(place.fresh("stamps")).toRealPath();
            try (Server server = Server.start(cluster.launch(place, data), data)) {
                var caller = new ApiCaller(server);
                byUs(caller, cluster, folder, rounds / 4 + 1); // until everything is compiled
                List<Samples> ours = byUs(caller, cluster, folder, rounds);
                Samples plain = bySbatch(caller, cluster, folder, rounds);
                server.stop();
                return result(place, ours, plain);
            }
        }
    }

    /** The time until the first command, and until a client sees the job running. */
    private static List<Samples> byUs(
            ApiCaller caller, SlurmBenchCluster cluster, Path folder, int rounds)
            throws IOException, InterruptedException {
        List<Long> inside = new ArrayList<>();
        List<Long> seen = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            awaitTurn(caller, cluster, round);
            Path stamp = Files.createTempFile(folder, "ours", "");
            String spec =
                    "workdir: %s\nresources: {cpus: 1, memory: 100MB}\nrun: date +%%s%%N > %s; sleep 1"
                            .formatted(folder, stamp.getFileName());
            Instant wall = Instant.now();
            long began = System.nanoTime();
            var taken =
                    caller.post(
                            "/api/v1/teams/all/workloads", Map.of("spec", spec, "name", "quick"));
            String path = "/api/v1/workloads/" + taken.path("id").stringValue("");
            while (!caller.get(path).path("state").stringValue("").equals("running")) {
                caller.server().pause(POLL_INTERVAL);
            }
            seen.add(System.nanoTime() - began);
            inside.add(since(caller, wall, folder, stamp));
        }
        awaitIdle(caller, cluster);
        return List.of(Samples.of(inside), Samples.of(seen));
    }

    private static Samples bySbatch(
            ApiCaller caller, SlurmBenchCluster cluster, Path folder, int rounds)
            throws IOException, InterruptedException {
        List<Long> inside = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            awaitTurn(caller, cluster, round);
            Path stamp = Files.createTempFile(folder, "plain", "");
            Path script =
                    Files.writeString(
                            folder.resolve("plain.sh"),
                            "#!/bin/sh\ndate +%%s%%N > %s\nsleep 1\n".formatted(stamp));
            Instant wall = Instant.now();
            cluster.cluster()
                    .ask(
                            "sbatch",
                            "-Q",
                            "--mem=100M",
                            "-o",
                            "/dev/null",
                            "-p",
                            SlurmBenchCluster.PARTITION,
                            script.toString());
            inside.add(since(caller, wall, folder, stamp));
        }
        return Samples.of(inside);
    }

    /**
     * Slurm checks its queue every second, and a job that arrives just after a check waits for the next. So each
     * round begins at another part of a second, the same for both.
     */
    private static void awaitTurn(ApiCaller caller, SlurmBenchCluster cluster, int round)
            throws IOException, InterruptedException {
        awaitIdle(caller, cluster);
        caller.server().pause(Duration.ofMillis(1_000 + round * 618L % 1_000));
    }

    private static void awaitIdle(ApiCaller caller, SlurmBenchCluster cluster)
            throws IOException, InterruptedException {
        while (cluster.jobs() > 0
                || !caller.get("/api/v1/workloads?limit=1").path("items").isEmpty()) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    private static long since(ApiCaller caller, Instant began, Path folder, Path stamp)
            throws IOException, InterruptedException {
        var stamps = new TimestampFiles(folder, () -> caller.server().pause(POLL_INTERVAL));
        return Duration.between(began, stamps.await(stamp.getFileName().toString())).toNanos();
    }

    private static Result result(BenchContext place, List<Samples> ours, Samples plain) {
        Samples inside = ours.getFirst();
        Samples seen = ours.getLast();
        place.say("%-58s %8s %8s", "milliseconds", "median", "p95");
        row(place, "Slipway: its first command has run", inside);
        row(place, "         a client sees it running", seen);
        row(place, "plain sbatch: its first command has run", plain);
        double more = inside.medianSeconds() - plain.medianSeconds();
        double seenMore = seen.medianSeconds() - plain.medianSeconds();
        return new Result(
                "slurm-start",
                new Result.Headline(more, "s more than sbatch until it runs", "<= 0.3"),
                new Result.Anchor(
                        BenchContext.format(
                                "plain sbatch in the same run, %.3f s", plain.medianSeconds()),
                        inside.medianSeconds() / plain.medianSeconds()),
                more <= GOAL_MORE_SECONDS && seenMore <= GOAL_MORE_SECONDS,
                Map.of(
                        "inside_s", inside.medianSeconds(),
                        "seen_running_s", seen.medianSeconds(),
                        "sbatch_s", plain.medianSeconds(),
                        "inside_p95_s", inside.seconds(0.95),
                        "load", BenchContext.load()));
    }

    private static void row(BenchContext place, String what, Samples samples) {
        place.say(
                "%-58s %8.0f %8.0f",
                what, samples.medianSeconds() * 1e3, samples.seconds(0.95) * 1e3);
    }
}
