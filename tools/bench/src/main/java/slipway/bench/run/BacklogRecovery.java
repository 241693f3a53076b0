package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.LeftoverProcesses;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures the restart of a server that was killed with many jobs in its database: as many as fit on this machine
 * run, and all others wait. Each start is ended with SIGKILL, so each start recovers and adopts the running jobs.
 */
record BacklogRecovery(ServerLauncher launch, Path data, int jobs) {

    private static final int UNDER_WAY = 16;

    /** From the start of the process until it is ready. */
    Samples recoveries(BenchContext place, int starts) throws IOException, InterruptedException {
        try (Server server = Server.start(launch, data)) {
            long began = System.nanoTime();
            submit(new ApiCaller(server));
            double seconds = (System.nanoTime() - began) / 1e9;
            place.say("%,d jobs submitted in %.0f s; then killed", jobs, seconds);
            server.kill();
        }
        List<Long> took = new ArrayList<>();
        for (int start = 0; start < starts; start++) {
            try (Server server = Server.begin(launch, data)) {
                took.add(server.awaitReady());
                check(new ApiCaller(server));
                server.kill();
            }
        }
        return Samples.of(took);
    }

    private void submit(ApiCaller caller) throws InterruptedException {
        List<InterruptibleTask<Boolean>> clients =
                IntStream.range(0, UNDER_WAY)
                        .<InterruptibleTask<Boolean>>mapToObj(
                                client -> () -> submit(caller, client))
                        .toList();
        Parallel.all(UNDER_WAY, clients);
    }

    private boolean submit(ApiCaller caller, int client) throws InterruptedException {
        try {
            for (int job = client; job < jobs; job += UNDER_WAY) {
                String spec =
                        """
                        name: waits-%d
                        resources: {cpus: 1}
                        envs: {SEED: "%d"}
                        run: sleep 600
                        """
                                .formatted(job, job);
                caller.post("/api/v1/teams/all/workloads", Map.of("spec", spec));
            }
            return true;
        } catch (IOException e) {
            throw BenchContext.notMeasured(
                            "The server did not answer.",
                            e.toString(),
                            "See its log, and run it again.")
                    .causedBy(e);
        }
    }

    /** Checks that all jobs are there. */
    private void check(ApiCaller caller) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        caller.each("/api/v1/workloads", live -> names.add(live.path("name").stringValue("")));
        long there = names.stream().filter(name -> name.startsWith("waits-")).distinct().count();
        if (there != jobs || names.size() != jobs) {
            throw BenchContext.notMeasured(
                    "The recovered jobs are incomplete.",
                    BenchContext.format("%,d of %,d are there", there, jobs),
                    "This is a bug; report it.");
        }
    }

    /** Ends the running jobs, so that no process is left on the machine. */
    void clear() throws IOException, InterruptedException {
        try (Server server = Server.start(launch, data)) {
            var caller = new ApiCaller(server);
            List<String> running = new ArrayList<>();
            caller.post("/api/v1/nodes/" + node(caller) + "/drain", Map.of("because", "over"));
            caller.each(
                    "/api/v1/workloads",
                    live -> {
                        if (!live.path("state").stringValue("").equals("queued")) {
                            running.add(live.path("id").stringValue(""));
                        }
                    });
            for (String id : running) {
                caller.post("/api/v1/workloads/" + id + "/cancel", Map.of());
            }
            for (int glance = 0; !LeftoverProcesses.of(data).isEmpty() && glance < 400; glance++) {
                server.pause(Duration.ofMillis(50));
            }
            server.stop();
        }
    }

    private static String node(ApiCaller caller) throws IOException, InterruptedException {
        return caller.get("/api/v1/nodes").path("items").get(0).path("node").stringValue("");
    }
}
