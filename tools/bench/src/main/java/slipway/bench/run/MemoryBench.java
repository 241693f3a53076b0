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
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.LeftoverProcesses;
import slipway.bench.kit.Result;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures the server's memory with a long history: a hundred thousand ended workloads and a thousand live ones. All
 * are submitted over HTTP and went the whole way through the journal. Most of the past are members of a thousand
 * different arrays that were cancelled while they waited, because only so they are there within minutes; a thousand
 * really ran. Of the live ones, as many run as fit on the machine at a tenth of a processor each, and the others
 * wait, each with a different spec.
 */
public final class MemoryBench implements Bench {

    private static final double GOAL_MEGABYTES = 512;
    private static final int CLIENTS = 8;
    private static final int MEMBERS = 100;
    private static final String WORKLOADS = "/api/v1/teams/all/workloads";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "memory of the server with 100,000 ended and 1,000 live workloads";
    }

    /** Megabytes in use: resident, and live after a collection. */
    private record MemoryUse(double resident, double collected) {

        static MemoryUse by(Server server) throws IOException, InterruptedException {
            double resident = server.memory().residentMegabytes();
            server.memory().collect();
            return new MemoryUse(resident, server.memory().residentMegabytes());
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        Path data = place.fresh("data");
        int past = place.count(10_000, 100_000, 100_000);
        int ran = place.count(100, 1_000, 1_000);
        MemoryUse filled;
        try (Server server = Server.start(serverLauncher, data)) {
            var caller = new ApiCaller(server);
            fill(place, caller, past, ran);
            server.pause(Duration.ofSeconds(10));
            filled = MemoryUse.by(server);
            server.kill();
        }
        try (Server server = Server.begin(serverLauncher, data)) {
            double ready = server.awaitReady() / 1e9;
            var caller = new ApiCaller(server);
            long live = readLists(caller, place.count(10, 60, 60));
            MemoryUse again = MemoryUse.by(server);
            clear(caller, data);
            server.stop();
            place.say("%,d live workloads are there again", live);
            return result(place, List.of(filled, again), ready, past + ran);
        }
    }

    private static void fill(BenchContext place, ApiCaller caller, int past, int ran)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        String node = caller.get("/api/v1/nodes").path("items").get(0).path("node").stringValue("");
        caller.post("/api/v1/nodes/" + node + "/drain", Map.of("because", "nothing starts yet"));
        inParallel(past / MEMBERS, array -> cancelled(caller, array));
        caller.post("/api/v1/nodes/" + node + "/restore", Map.of());
        inParallel(
                ran,
                job ->
                        submit(
                                caller,
                                "name: ran-" + job + "\nresources: {cpus: 0.1}\nrun: /bin/true"));
        awaitLive(caller, 0);
        inParallel(
                1_000,
                job ->
                        submit(
                                caller,
                                "name: live-"
                                        + job
                                        + "\nresources: {cpus: 0.1}\nenvs: {SEED: \""
                                        + job
                                        + "\"}\nrun: sleep 10000"));
        place.say(
                "%,d ended and 1,000 live workloads after %.0f s",
                past + ran, (System.nanoTime() - began) / 1e9);
    }

    /** An action for each number. */
    private interface Action {
        void at(int number) throws IOException, InterruptedException;
    }

    private static void inParallel(int all, Action deed) throws InterruptedException {
        List<InterruptibleTask<Boolean>> clients =
                IntStream.range(0, CLIENTS)
                        .<InterruptibleTask<Boolean>>mapToObj(
                                client -> () -> some(client, all, deed))
                        .toList();
        Parallel.all(CLIENTS, clients);
    }

    private static boolean some(int client, int all, Action deed) throws InterruptedException {
        try {
            for (int number = client; number < all; number += CLIENTS) {
                deed.at(number);
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

    private static String submit(ApiCaller caller, String spec)
            throws IOException, InterruptedException {
        return caller.post(WORKLOADS, Map.of("spec", spec)).path("id").stringValue("");
    }

    private static void cancelled(ApiCaller caller, int array)
            throws IOException, InterruptedException {
        String id =
                submit(
                        caller,
                        "name: sweep-"
                                + array
                                + "\narray: 0-"
                                + (MEMBERS - 1)
                                + "\nenvs: {SEED: \""
                                + array
                                + "\"}\nrun: python3 train.py --seed $SEED");
        caller.post("/api/v1/workloads/" + id + "/cancel", Map.of());
    }

    private static void awaitLive(ApiCaller caller, int wanted)
            throws IOException, InterruptedException {
        while (caller.get("/api/v1/workloads?limit=500").path("items").size() > wanted) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    /** Lists all live workloads repeatedly, like a dashboard; returns their number. */
    private static long readLists(ApiCaller caller, int times)
            throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            names.clear();
            caller.each("/api/v1/workloads", live -> names.add(live.path("name").stringValue("")));
            caller.server().pause(Duration.ofMillis(500));
        }
        return names.size();
    }

    private static void clear(ApiCaller caller, Path data)
            throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        caller.each("/api/v1/workloads", live -> ids.add(live.path("id").stringValue("")));
        // The youngest first, so that nothing more starts while the others are cancelled.
        for (String id : ids.reversed()) {
            caller.post("/api/v1/workloads/" + id + "/cancel", Map.of());
        }
        while (!LeftoverProcesses.of(data).isEmpty()) {
            caller.server().pause(POLL_INTERVAL);
        }
    }

    private static Result result(BenchContext place, List<MemoryUse> held, double ready, int past) {
        MemoryUse filled = held.getFirst();
        MemoryUse again = held.getLast();
        double value = Math.max(filled.resident(), again.resident());
        place.say("");
        place.say("%-58s %8s %8s", "megabytes", "in use", "needed");
        place.say(
                "%-58s %8.0f %8.0f",
                "the server that took them all in", filled.resident(), filled.collected());
        place.say(
                "%-58s %8.0f %8.0f",
                "one started again on the same data, lists being read",
                again.resident(),
                again.collected());
        place.say("%-58s %8.0f", "goal, in use, of both", GOAL_MEGABYTES);
        place.say("%-58s %8.2f", "started again until ready, seconds", ready);
        return new Result(
                "memory",
                new Result.Headline(value, "MB", "< 512"),
                new Result.Anchor("the goal", value / GOAL_MEGABYTES),
                value < GOAL_MEGABYTES,
                Map.of(
                        "ended", past,
                        "live", 1_000,
                        "filled_mb", filled.resident(),
                        "filled_needed_mb", filled.collected(),
                        "again_mb", again.resident(),
                        "again_needed_mb", again.collected(),
                        "again_ready_s", ready,
                        "load", BenchContext.load()));
    }
}
