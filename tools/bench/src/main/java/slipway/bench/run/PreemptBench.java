package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures preemption: from the decision to stop the victim until the first command of the new job, without the
 * victim's save. Two kinds of victims: one ends after its save, the other continues until it is killed.
 */
public final class PreemptBench implements Bench {

    private static final double GOAL_SECONDS = 0.5;

    /** The recorded time of Slurm on two cores, used where Slurm is not installed. */
    private static final double SLURM_SECONDS = 1.8;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    @Override
    public String name() {
        return "preempt";
    }

    @Override
    public String summary() {
        return "from a preemption's notice until the new job runs, without the victim's save";
    }

    /** The behavior of a victim after its save. */
    private enum VictimBehavior {
        ENDS("exit 0"),
        CONTINUES("sleep 1000 & wait");

        private final String words;

        VictimBehavior(String words) {
            this.words = words;
        }
    }

    /** Nanoseconds from the notice, without the save: until the running event, and until the first command. */
    private record Takeover(long told, long inside) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Path data = Files.createDirectories(place.fresh("data"));
        Files.writeString(data.resolve("slipway.yaml"), "schedule:\n  minimum_run: 1s\n");
        Path folder = Files.createDirectories(place.fresh("jobs"));
        try (Server server = Server.start(ServerLauncher.launcher(place.checkout()), data)) {
            var caller = new ApiCaller(server);
            long processors =
                    caller.get("/api/v1/nodes").path("items").get(0).path("cpus").longValue()
                            / 1_000;
            place.say("Victims that end when they have saved");
            List<Takeover> ending =
                    rounds(place, new Round(caller, folder, processors, VictimBehavior.ENDS));
            place.say("Victims that go on");
            List<Takeover> goingOn =
                    rounds(place, new Round(caller, folder, processors, VictimBehavior.CONTINUES));
            server.stop();
            Optional<Samples> slurm = SlurmPreemption.measure(place, place.quick() ? 2 : 5);
            return result(place, ending, goingOn, slurm);
        }
    }

    private static List<Takeover> rounds(BenchContext place, Round round)
            throws IOException, InterruptedException {
        List<Takeover> found = new ArrayList<>();
        for (int each = 0; each < place.count(4, 12, 30); each++) {
            found.add(round.takeover());
        }
        return found;
    }

    /** One victim and one preempting job. */
    private record Round(ApiCaller caller, Path folder, long processors, VictimBehavior then) {

        Takeover takeover() throws IOException, InterruptedException {
            for (String stamp : List.of("up", "told", "saved", "started")) {
                Files.deleteIfExists(folder.resolve(stamp));
            }
            String victim = submit("low", "checkpoint: {signal: usr1, notice: 30s}", victim());
            TimestampFiles stamps =
                    new TimestampFiles(folder, () -> caller.server().pause(POLL_INTERVAL));
            stamps.await("up");
            caller.server().pause(Duration.ofMillis(1_500)); // its minimum run, and a little
            String next = submit("high", "", "date +%s%N > started");
            Instant inside = stamps.await("started");
            Duration save = Duration.between(stamps.await("told"), stamps.await("saved"));
            Instant notice = event(victim, "workload.preempting");
            Instant running = event(next, "workload.running");
            caller.post("/api/v1/workloads/" + victim + "/cancel", Map.of());
            while (!caller.get("/api/v1/workloads?limit=1").path("items").isEmpty()) {
                caller.server().pause(POLL_INTERVAL);
            }
            return new Takeover(
                    Duration.between(notice, running).minus(save).toNanos(),
                    Duration.between(notice, inside).minus(save).toNanos());
        }

        /** It saves for 300 ms, under a name that says that it is not complete. */
        private String victim() {
            return """
            save() { date +%%s%%N > told; sleep 0.3; echo state > $SLIPWAY_CHECKPOINT_DIR/.tmp; \
            mv $SLIPWAY_CHECKPOINT_DIR/.tmp $SLIPWAY_CHECKPOINT_DIR/step-1; date +%%s%%N > saved; %s; }
              trap save USR1
              date +%%s%%N > up
              sleep 1000 & wait"""
                    .formatted(then.words);
        }

        private String submit(String priority, String more, String script)
                throws IOException, InterruptedException {
            String spec =
                    """
                    workdir: %s
                    priority: %s
                    resources: {cpus: %d}
                    %s
                    run: |
                      %s
                    """
                            .formatted(folder, priority, processors, more, script);
            return caller.post(
                            "/api/v1/teams/all/workloads", Map.of("spec", spec, "name", priority))
                    .path("id")
                    .stringValue("");
        }

        private Instant event(String id, String kind) throws IOException, InterruptedException {
            List<Instant> found = new ArrayList<>();
            while (found.isEmpty()) {
                caller.each(
                        "/api/v1/events?kind=" + kind + "&subject=" + id,
                        event -> found.add(Instant.parse(event.path("at").stringValue(""))));
            }
            return found.getFirst();
        }
    }

    private static Result result(
            BenchContext place,
            List<Takeover> ending,
            List<Takeover> goingOn,
            Optional<Samples> slurm) {
        place.say("");
        place.say(
                "%-58s %8s %8s", "seconds after the notice, without the save", "median", "slowest");
        Samples value = row(place, "the victim ends when it has saved: new job runs", ending);
        Samples forced = row(place, "the victim goes on and is made to end", goingOn);
        double peer = slurm.map(Samples::medianSeconds).orElse(SLURM_SECONDS);
        slurm.ifPresent(
                times ->
                        place.say(
                                "%-58s %8.3f %8.3f",
                                "Slurm, preempting by partition; the victim ends at once",
                                times.medianSeconds(),
                                times.seconds(1)));
        double told = Samples.of(ending.stream().map(Takeover::told).toList()).medianSeconds();
        return new Result(
                "preempt",
                new Result.Headline(value.medianSeconds(), "s", "< " + GOAL_SECONDS),
                new Result.Anchor(
                        slurm.isPresent()
                                ? BenchContext.format("Slurm in the same run %.3f s", peer)
                                : "Slurm as recorded on two cores 1.8 s; not in this run",
                        value.medianSeconds() / peer),
                value.medianSeconds() < GOAL_SECONDS,
                Map.of(
                        "rounds", value.size(),
                        "slowest_s", value.seconds(1),
                        "told_running_s", told,
                        "victim_goes_on_s", forced.medianSeconds(),
                        "load", BenchContext.load()));
    }

    private static Samples row(BenchContext place, String what, List<Takeover> found) {
        Samples times = Samples.of(found.stream().map(Takeover::inside).toList());
        place.say("%-58s %8.3f %8.3f", what, times.medianSeconds(), times.seconds(1));
        return times;
    }
}
