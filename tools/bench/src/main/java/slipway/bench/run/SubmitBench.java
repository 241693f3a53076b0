package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.bench.kit.TimedCommand;

/**
 * Measures the time from the submission of a job on an idle machine until it runs: by the API, until a client sees it
 * running and until its first command; and by {@code slipway run}, until it runs and the command returns.
 */
public final class SubmitBench implements Bench {

    private static final double GOAL_API_SECONDS = 0.05;
    private static final double GOAL_COMMAND_SECONDS = 0.7;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(1);
    private static final Set<String> BEFORE = Set.of("submitted", "queued", "starting");

    @Override
    public String name() {
        return "submit";
    }

    @Override
    public String summary() {
        return "from submitting a job until it runs on an idle machine, by the API and by slipway run";
    }

    private record Times(Samples acknowledged, Samples seen, Samples inside) {}

    private record Commands(Samples inside, Samples back, Samples followed) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        Path data = place.fresh("data");
        Path folder = Files.createDirectories(place.fresh("jobs"));
        try (Server server = Server.start(serverLauncher, data)) {
            var caller = new ApiCaller(server);
            byApi(caller, folder, place.quick() ? 20 : 100); // until everything is compiled
            Times times = byApi(caller, folder, place.quick() ? 40 : 200);
            var typed = new TimedCommand(serverLauncher, data);
            typed.time(Map.of("SLIPWAY_AOT", "wait"), "whoami");
            Commands commands = byCommand(caller, typed, folder, place.quick() ? 8 : 30);
            server.stop();
            return result(place, times, commands);
        }
    }

    private static Times byApi(ApiCaller caller, Path folder, int rounds)
            throws IOException, InterruptedException {
        List<Long> acknowledged = new ArrayList<>();
        List<Long> seen = new ArrayList<>();
        List<Long> inside = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Path stamp = folder.resolve("stamp-" + round);
            String spec =
                    """
                    workdir: %s
                    resources: {cpus: 1}
                    run: date +%%s%%N > %s; sleep 0.2
                    """
                            .formatted(folder, stamp.getFileName());
            Files.deleteIfExists(stamp);
            Instant wall = Instant.now();
            long began = System.nanoTime();
            var taken =
                    caller.post(
                            "/api/v1/teams/all/workloads", Map.of("spec", spec, "name", "quick"));
            acknowledged.add(System.nanoTime() - began);
            await(caller, taken.path("id").stringValue(""));
            seen.add(System.nanoTime() - began);
            awaitIdle(caller);
            inside.add(since(wall, stamp));
        }
        return new Times(Samples.of(acknowledged), Samples.of(seen), Samples.of(inside));
    }

    private static void await(ApiCaller caller, String id)
            throws IOException, InterruptedException {
        while (BEFORE.contains(
                caller.get("/api/v1/workloads/" + id).path("state").stringValue(""))) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    private static void awaitIdle(ApiCaller caller) throws IOException, InterruptedException {
        while (!caller.get("/api/v1/workloads?limit=1").path("items").isEmpty()) {
            caller.server().pause(Duration.ofMillis(20));
        }
    }

    /** Nanoseconds until the job's first command. */
    private static long since(Instant began, Path stamp) throws IOException {
        long nanos = Long.parseLong(Files.readString(stamp).strip());
        return Duration.between(began, Instant.ofEpochSecond(0, nanos)).toNanos();
    }

    private static Commands byCommand(ApiCaller caller, TimedCommand typed, Path folder, int rounds)
            throws IOException, InterruptedException {
        Path stamp = folder.resolve("typed");
        Path program = folder.resolve("hello.sh");
        Files.writeString(program, "#!/bin/sh\ndate +%s%N > typed\necho hello\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Long> inside = new ArrayList<>();
        List<Long> back = new ArrayList<>();
        List<Long> followed = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Files.deleteIfExists(stamp);
            Instant wall = Instant.now();
            back.add(typed.time(Map.of(), "run", program.toString()));
            awaitIdle(caller);
            inside.add(since(wall, stamp));
            followed.add(typed.time(Map.of(), "run", program.toString(), "-f"));
            awaitIdle(caller);
        }
        return new Commands(Samples.of(inside), Samples.of(back), Samples.of(followed));
    }

    private static Result result(BenchContext place, Times times, Commands commands) {
        place.say("");
        place.say("%-58s %8s %8s %8s", "milliseconds", "median", "p95", "slowest");
        row(place, "by the API: acknowledged, durable", times.acknowledged());
        row(place, "            a client sees it running", times.seen());
        row(place, "            its own first command has run", times.inside());
        row(place, "slipway run: its own first command has run", commands.inside());
        row(place, "             the command is back", commands.back());
        row(place, "slipway run -f of echo: log shown, ended, back", commands.followed());
        double api = times.seen().medianSeconds();
        double inside = times.inside().medianSeconds();
        double command =
                Math.max(commands.inside().medianSeconds(), commands.back().medianSeconds());
        place.say(
                "Goals: seen running and really running within %.0f ms, slipway run within %.0f ms.",
                GOAL_API_SECONDS * 1e3, GOAL_COMMAND_SECONDS * 1e3);
        return new Result(
                "submit",
                new Result.Headline(inside * 1e3, "ms until it runs", "< 50"),
                new Result.Anchor("the goal", inside / GOAL_API_SECONDS),
                Math.max(api, inside) < GOAL_API_SECONDS && command < GOAL_COMMAND_SECONDS,
                Map.of(
                        "acknowledged_ms", times.acknowledged().medianSeconds() * 1e3,
                        "seen_running_ms", api * 1e3,
                        "seen_running_p95_ms", times.seen().seconds(0.95) * 1e3,
                        "inside_p95_ms", times.inside().seconds(0.95) * 1e3,
                        "run_inside_ms", commands.inside().medianSeconds() * 1e3,
                        "run_back_ms", commands.back().medianSeconds() * 1e3,
                        "run_follow_ms", commands.followed().medianSeconds() * 1e3,
                        "load", BenchContext.load()));
    }

    private static void row(BenchContext place, String what, Samples samples) {
        place.say(
                "%-58s %8.1f %8.1f %8.1f",
                what,
                samples.medianSeconds() * 1e3,
                samples.seconds(0.95) * 1e3,
                samples.seconds(1) * 1e3);
    }
}
