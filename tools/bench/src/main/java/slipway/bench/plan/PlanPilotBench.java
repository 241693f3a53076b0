package slipway.bench.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import tools.jackson.databind.JsonNode;

/**
 * Forty steps of a small real PyTorch job, two processes with gloo on processors, and the same job to its end: the
 * error of the pilot's plan in time and in memory. The anchor is the simplest estimate: all of the time of those
 * steps, with start-up and warm-up, times the quotient of the steps.
 */
public final class PlanPilotBench implements Bench {

    private static final double GOAL_TIME = 0.10;
    private static final double GOAL_MEMORY = 0.05;
    private static final int PILOT = 40;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Set<String> OVER = Set.of("succeeded", "failed", "cancelled");
    private static final Pattern MEMORY = Pattern.compile("\"memory\":(\\d+)");
    private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

    @Override
    public String name() {
        return "plan-pilot";
    }

    @Override
    public String summary() {
        return "a whole run of a small PyTorch job, planned from its first 40 steps, against itself";
    }

    /** Times in seconds. */
    private record Planned(double time, double envelope, double memory, boolean settled) {}

    private record Real(double time, double memory) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        String python = python();
        Path data = place.fresh("data");
        Path folder = Files.createDirectories(place.fresh("job"));
        Files.copy(place.checkout().resolve("examples/pilot/train.py"), folder.resolve("train.py"));
        int steps = place.count(120, 400, 1_000);
        try (Server server = Server.start(ServerLauncher.launcher(place.checkout()), data)) {
            var caller = new ApiCaller(server);
            Planned planned = pilot(caller, spec(python, folder, steps), steps);
            Real real = whole(caller, spec(python, folder, steps), data);
            server.stop();
            return result(place, steps, planned, real);
        }
    }

    private static String python() throws IOException, InterruptedException {
        for (String python : PYTHONS) {
            Process asked = new ProcessBuilder(python, "-c", "import torch.distributed").start();
            if (asked.waitFor(2, TimeUnit.MINUTES) && asked.exitValue() == 0) {
                return python;
            }
        }
        throw BenchContext.notMeasured(
                "There is no job to pilot.",
                "No Python on this machine has PyTorch.",
                "Install it: apt install python3-torch");
    }

    private static String spec(String python, Path folder, int steps) {
        return """
        name: adder
        workdir: %s
        resources: {cpus: 2}
        envs: {OMP_NUM_THREADS: "1", STEPS: "%d", WIDTH: "64", BATCH: "32"}
        run: |
          %s -m torch.distributed.run --standalone --nproc_per_node 2 --redirects 1 --tee 1 train.py
        """
                .formatted(folder, steps, python);
    }

    private static Planned pilot(ApiCaller caller, String spec, int steps)
            throws IOException, InterruptedException {
        String id = submitted(caller, spec + "pilot: {steps: %d}\n".formatted(PILOT));
        ended(caller, id);
        JsonNode view =
                caller.get(
                        "/api/v1/plan/pilots/%s?total=%d&save_every=100&evaluate_every=200"
                                .formatted(id, steps));
        if (!view.path("state").stringValue("").equals("shown")) {
            throw BenchContext.notMeasured(
                    "The pilot showed nothing.", view.path("answer").stringValue(""), "");
        }
        JsonNode measured = view.path("measured");
        double seen = measured.path("steps").asDouble();
        double all = measured.path("start").asDouble() + seen * measured.path("step").asDouble();
        return new Planned(
                view.path("wholes").path(0).path("time").asDouble() / 1e6,
                all / 1e6 / seen * steps,
                measured.path("host").asDouble(),
                measured.path("settled").asBoolean());
    }

    private static String submitted(ApiCaller caller, String spec)
            throws IOException, InterruptedException {
        return caller.post("/api/v1/teams/all/workloads", Map.of("spec", spec))
                .path("id")
                .stringValue("");
    }

    private static void ended(ApiCaller caller, String id)
            throws IOException, InterruptedException {
        while (!OVER.contains(
                caller.get("/api/v1/workloads/" + id).path("state").stringValue(""))) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    /** By the times of the attempt's own files: its claim and its exit. */
    private static Real whole(ApiCaller caller, String spec, Path data)
            throws IOException, InterruptedException {
        String id = submitted(caller, spec);
        ended(caller, id);
        Path attempt = data.resolve("attempts").resolve(id).resolve("1");
        double began = modified(attempt.resolve("claim/0"));
        double over = modified(attempt.resolve("exit/0"));
        double memory = 0;
        for (String line : Files.readAllLines(attempt.resolve("usage/0"))) {
            Matcher found = MEMORY.matcher(line);
            memory = found.find() ? Math.max(memory, Double.parseDouble(found.group(1))) : memory;
        }
        return new Real(over - began, memory);
    }

    private static double modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant().toEpochMilli() / 1e3;
    }

    private static Result result(BenchContext place, int steps, Planned planned, Real real) {
        double time = Math.abs(planned.time / real.time - 1);
        double memory = Math.abs(planned.memory / real.memory - 1);
        double envelope = Math.abs(planned.envelope / real.time - 1);
        place.say("%-44s %10s %10s %8s", "", "planned", "real", "off");
        place.say(
                "%-44s %9.1fs %9.1fs %7.1f%%",
                steps + " steps, from " + PILOT, planned.time, real.time, time * 100);
        place.say(
                "%-44s %9.1fs %9.1fs %7.1f%%",
                "all of the pilot, times the quotient",
                planned.envelope,
                real.time,
                envelope * 100);
        place.say(
                "%-44s %8.0fMB %8.0fMB %7.1f%%",
                "memory of its processes", planned.memory / 1e6, real.memory / 1e6, memory * 100);
        var goals = new GoalCheck(place);
        goals.atMost("time off by, share", time, GOAL_TIME);
        goals.atMost("memory off by, share", memory, GOAL_MEMORY);
        return new Result(
                "plan-pilot",
                new Result.Headline(time * 100, "% that the planned time is off", "<= 10"),
                new Result.Anchor(
                        "all of the pilot's time, times the quotient of the steps: % off",
                        envelope == 0 ? 1 : time / envelope),
                goals.allReached(),
                Map.of(
                        "memory_off",
                        memory,
                        "envelope_off",
                        envelope,
                        "planned_s",
                        planned.time,
                        "real_s",
                        real.time,
                        "settled",
                        planned.settled,
                        "steps",
                        steps,
                        "load",
                        BenchContext.load()));
    }
}
