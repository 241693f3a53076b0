package slipway.bench.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.OpenFiles;
import slipway.bench.kit.ProcessMemory;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures a thousand open event streams: memory while nothing happens, and the time until all have received an event.
 * The limit is bare Jetty ({@link BaselineServer}), which keeps a thousand answers open without a thread and writes the
 * same bytes to each. The subscribers are sockets of this process and share the cores with the server.
 */
public final class SseBench implements Bench {

    private static final int SUBSCRIBERS = 1_000;

    /** A user may have a hundred streams, of which the server may still count some of an earlier measurement. */
    private static final int USERS = 20;

    private static final double GOAL_MEGABYTES = 100;
    private static final double GOAL_SECONDS = 1;
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final Duration BETWEEN = Duration.ofMillis(300);
    private static final String EVENTS = "/api/v1/events";
    private static final String STREAM = "text/event-stream";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    public String name() {
        return "sse";
    }

    @Override
    public String summary() {
        return "1,000 idle subscribers of live events: memory, and how soon an event reaches them all";
    }

    /** Megabytes before the subscribers connect, while they are idle, and after a collection. */
    private record MemoryUse(double before, double idle, double collected) {

        /** The growth, as the larger of resident memory and the heap after a collection. */
        double growth() {
            return Math.max(idle, collected) - before;
        }
    }

    /**
     * Times of the events.
     *
     * @param sent from sending it until the last has read it
     * @param answered from the answer to the sender; zero when all subscribers had read it before
     */
    private record Delays(Samples sent, Samples answered) {}

    private record Outcome(MemoryUse held, Delays reached) {}

    /** Causes an event; returns its number. */
    @FunctionalInterface
    private interface EventSource {
        long publish(int number) throws IOException, InterruptedException;
    }

    /** One of the two servers: its port, the requests of its users, and its event source. */
    private record Side(int port, List<byte[]> requests, EventSource happening) {

        Subscribers subscribe(int count) throws IOException {
            return Subscribers.connect(port, requests, count);
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        OpenFiles.require(place, SUBSCRIBERS + 200);
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        return result(place, ours(place, serverLauncher), bare(place));
    }

    private static Outcome ours(BenchContext place, ServerLauncher serverLauncher)
            throws IOException, InterruptedException {
        try (Server server = Server.start(serverLauncher, place.fresh("data"))) {
            List<BenchmarkUser> users = BenchmarkUser.several(server, USERS);
            var side =
                    new Side(
                            server.port(),
                            users.stream().map(user -> user.request(EVENTS, STREAM)).toList(),
                            number ->
                                    users.getFirst().note("Note " + number + " of the benchmark."));
            place.say("%,d subscribers of GET %s", SUBSCRIBERS, EVENTS);
            Outcome outcome = measure(place, server.memory(), side);
            server.stop();
            return outcome;
        }
    }

    private static Outcome bare(BenchContext place) throws IOException, InterruptedException {
        try (BaselineServerProcess limit = BaselineServerProcess.start(place, event())) {
            int port = limit.port();
            byte[] request = BenchmarkUser.request("", port, BaselineServer.STREAM_PATH, STREAM);
            place.say("%,d open answers of bare Jetty", SUBSCRIBERS);
            return measure(
                    place, limit.memory(), new Side(port, List.of(request), _ -> publish(port)));
        }
    }

    /** About as long as the event of a note. */
    private static byte[] event() {
        return ("event: note.created\ndata: {" + "\"text\":\"Note\",".repeat(18) + "\"v\":1}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    static long publish(int port) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:" + port + BaselineServer.PUBLISH_PATH))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build();
        return Long.parseLong(
                CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                        .headers()
                        .firstValue(BaselineServer.PUBLISHED)
                        .orElseThrow());
    }

    private static Outcome measure(BenchContext place, ProcessMemory memory, Side side)
            throws IOException, InterruptedException {
        try (Subscribers few = side.subscribe(20)) {
            publishAll(
                    few,
                    side,
                    50,
                    Duration.ofMillis(20)); // loads all classes before the measurement
        }
        memory.collect();
        double before = memory.residentMegabytes();
        try (Subscribers all = side.subscribe(SUBSCRIBERS)) {
            all.idle(IDLE);
            double idle = memory.residentMegabytes();
            memory.collect();
            all.idle(Duration.ofSeconds(1));
            var held = new MemoryUse(before, idle, memory.residentMegabytes());
            place.say(
                    "  memory %.0f MB before, %.0f MB with them, %.0f MB after a collection",
                    held.before(), held.idle(), held.collected());
            publishAll(all, side, 5, BETWEEN);
            Delays reached = publishAll(all, side, place.quick() ? 20 : 200, BETWEEN);
            place.say(
                    "  %d events heard by all; memory %.0f MB after them",
                    reached.sent().size(), memory.residentMegabytes());
            return new Outcome(held, reached);
        }
    }

    private static Delays publishAll(Subscribers listeners, Side side, int events, Duration pause)
            throws IOException, InterruptedException {
        List<Long> sent = new ArrayList<>();
        List<Long> answered = new ArrayList<>();
        for (int number = 1; number <= events; number++) {
            listeners.idle(pause);
            long start = System.nanoTime();
            long event = side.happening().publish(number);
            long answer = System.nanoTime();
            long heard = listeners.awaitAll(event);
            sent.add(heard - start);
            answered.add(heard - answer);
        }
        return new Delays(Samples.of(sent), Samples.of(answered));
    }

    private static Result result(BenchContext place, Outcome ours, Outcome bare) {
        place.say("");
        place.say(
                "%-34s %12s %12s",
                BenchContext.format("%,d subscribers", SUBSCRIBERS), "ours", "bare Jetty");
        row(place, "more memory, MB", ours.held().growth(), bare.held().growth());
        times(place, "from the answer, ms", ours.reached().answered(), bare.reached().answered());
        times(place, "from sending it, ms", ours.reached().sent(), bare.reached().sent());
        double worst = ours.reached().answered().seconds(1);
        place.say(
                "Goals: <= %.0f MB more; every event at all of them within %.0f s of its answer.",
                GOAL_MEGABYTES, GOAL_SECONDS);
        double middle = ours.reached().answered().medianSeconds();
        double limit = bare.reached().sent().medianSeconds();
        return new Result(
                "sse",
                new Result.Headline(middle, "s until all have it", "<= 1 and <= 100 MB more"),
                new Result.Anchor(
                        BenchContext.format(
                                "bare Jetty %.3f s from sending, %.0f MB more",
                                limit, bare.held().growth()),
                        ours.reached().sent().medianSeconds() / limit),
                worst <= GOAL_SECONDS && ours.held().growth() <= GOAL_MEGABYTES,
                Map.of(
                        "subscribers", SUBSCRIBERS,
                        "more_mb", ours.held().growth(),
                        "more_after_collection_mb", ours.held().collected() - ours.held().before(),
                        "before_mb", ours.held().before(),
                        "bare_more_mb", bare.held().growth(),
                        "worst_s", worst,
                        "from_sending_s", ours.reached().sent().medianSeconds(),
                        "from_sending_worst_s", ours.reached().sent().seconds(1),
                        "events", ours.reached().sent().size(),
                        "load", BenchContext.load()));
    }

    private static void times(BenchContext place, String what, Samples ours, Samples bare) {
        row(place, "median " + what, ours.medianSeconds() * 1e3, bare.medianSeconds() * 1e3);
        row(place, "slowest " + what, ours.seconds(1) * 1e3, bare.seconds(1) * 1e3);
    }

    private static void row(BenchContext place, String what, double ours, double bare) {
        place.say("%-34s %12.1f %12.1f", what, ours, bare);
    }
}
