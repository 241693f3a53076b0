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
import slipway.bench.kit.LeftoverProcesses;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures the cost of monitoring a running job: processor time of the server with idle jobs against without, and of
 * the helper processes of each job. The jobs themselves take next to nothing, so all of it is ours.
 */
public final class SamplerBench implements Bench {

    private static final double GOAL_PERCENT = 1;
    private static final int JOBS = 20;

    /** Three processes each, as a small training script has; one of them prints a word every second. */
    private static final String SPEC =
            """
            resources: {cpus: 0.1}
            run: |
              sleep 1000 &
              sleep 1000 &
              while sleep 1; do echo step; done
            """;

    @Override
    public String name() {
        return "sampler";
    }

    @Override
    public String summary() {
        return "processor time for monitoring one running job, in percent of one core";
    }

    /** Processor time that was used so far: by the server, and by everything that belongs to its attempts. */
    private record Used(double server, double attempts) {

        static Used now(Server server, Path data) throws IOException {
            double attempts = 0;
            for (ProcessHandle process : LeftoverProcesses.of(data)) {
                attempts += seconds(process.pid());
            }
            return new Used(seconds(server.handle().pid()), attempts);
        }

        Used since(Used before) {
            return new Used(server - before.server, attempts - before.attempts);
        }

        Used dividedBy(double by) {
            return new Used(server / by, attempts / by);
        }
    }

    /** Includes the children that it has waited for. */
    private static double seconds(long process) throws IOException {
        Path stat = Path.of("/proc", Long.toString(process), "stat");
        if (!Files.exists(stat)) {
            return 0;
        }
        String line = Files.readString(stat);
        String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int word = 11; word <= 14; word++) {
            ticks += Long.parseLong(words[word]);
        }
        return ticks / 100.0; // the kernel reports hundredths of a second
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Duration time = Duration.ofSeconds(place.quick() ? 15 : 60);
        Path data = place.fresh("data");
        try (Server server = Server.start(ServerLauncher.launcher(place.checkout()), data)) {
            var caller = new ApiCaller(server);
            place.say("The server alone, %d s after %d s", time.toSeconds(), time.toSeconds() / 3);
            server.pause(time.dividedBy(3));
            Used alone = over(server, data, time);
            for (int job = 0; job < JOBS; job++) {
                caller.post("/api/v1/teams/all/workloads", Map.of("spec", SPEC, "name", "calm"));
            }
            awaitRunning(caller);
            place.say("With %d jobs", JOBS);
            server.pause(time.dividedBy(3));
            Used busy = over(server, data, time);
            end(caller, data);
            server.stop();
            return result(place, alone, busy);
        }
    }

    /** In one second. */
    private static Used over(Server server, Path data, Duration time)
            throws IOException, InterruptedException {
        Used before = Used.now(server, data);
        long began = System.nanoTime();
        server.pause(time);
        return Used.now(server, data).since(before).dividedBy((System.nanoTime() - began) / 1e9);
    }

    private static void awaitRunning(ApiCaller caller) throws IOException, InterruptedException {
        while (all(caller, "state").stream().filter("running"::equals).count() < JOBS) {
            caller.server().pause(Duration.ofMillis(100));
        }
    }

    private static List<String> all(ApiCaller caller, String what)
            throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        caller.each("/api/v1/workloads", job -> found.add(job.path(what).stringValue("")));
        return found;
    }

    private static void end(ApiCaller caller, Path data) throws IOException, InterruptedException {
        for (String id : all(caller, "id")) {
            caller.post("/api/v1/workloads/" + id + "/cancel", Map.of());
        }
        while (!LeftoverProcesses.of(data).isEmpty()) {
            caller.server().pause(Duration.ofMillis(100));
        }
    }

    private static Result result(BenchContext place, Used alone, Used busy) {
        double server = (busy.server() - alone.server()) / JOBS * 100;
        double beside = busy.attempts() / JOBS * 100;
        place.say("");
        place.say("%-58s %8.3f", "percent of a core: the server alone", alone.server() * 100);
        place.say(
                "%-58s %8.3f", "                   the server with the jobs", busy.server() * 100);
        place.say("%-58s %8.3f (goal < 1)", "                   more for each job", server);
        place.say("%-58s %8.3f", "                   each job with its sidecars", beside);
        return new Result(
                "sampler",
                new Result.Headline(server, "% of a core for each job", "< 1"),
                new Result.Anchor("the goal", server / GOAL_PERCENT),
                server < GOAL_PERCENT,
                Map.of(
                        "jobs",
                        JOBS,
                        "idle_server_percent",
                        alone.server() * 100,
                        "busy_server_percent",
                        busy.server() * 100,
                        "job_and_beside_percent",
                        beside,
                        "load",
                        BenchContext.load()));
    }
}
