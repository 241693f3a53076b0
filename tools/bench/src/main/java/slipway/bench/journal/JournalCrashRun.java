package slipway.bench.journal;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import slipway.base.Parallel;
import slipway.bench.kit.CrashRestarts;
import slipway.bench.kit.CurrentServer;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills the real server with SIGKILL again and again while clients write notes, and compares in the end the journal
 * with the answers that the clients received.
 */
final class JournalCrashRun {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Plan plan;
    private final CrashRestarts crashRestarts;
    private final CurrentServer currentServer = new CurrentServer();
    private final Notes notes = new Notes();
    private final LongAdder repeated = new LongAdder();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    JournalCrashRun(ServerLauncher serverLauncher, Path data, Plan plan) {
        this.plan = plan;
        this.crashRestarts =
                new CrashRestarts(serverLauncher, data, plan.seed(), currentServer::open);
    }

    /**
     * The plan of a run.
     *
     * @param longest the longest time until the kill of a ready server
     */
    record Plan(int kills, int clients, Duration longest, long seed) {}

    /**
     * The result of a run.
     *
     * @param intact whether {@code slipway check} found every fact as it was written
     * @param recoveries how long each start after a kill took until ready
     */
    record Outcome(Counts counts, Notes.Verdict verdict, boolean intact, Samples recoveries) {
        boolean isCorrect() {
            return intact && verdict.isCorrect();
        }
    }

    /**
     * Counts of a run.
     *
     * @param starting how many of the kills hit a server that was not ready yet
     * @param repeated how many notes were sent again because their answer did not come
     */
    record Counts(int kills, int starting, int sent, int acknowledged, long repeated) {}

    /** Runs the whole plan. The consumer receives the number of each kill. */
    Outcome run(IntConsumer killed) throws IOException, InterruptedException {
        var clients = new FutureTask<>(() -> Parallel.all(plan.clients(), clients()));
        Thread.ofVirtual().name("clients").start(clients);
        try {
            crashRestarts.end(plan.kills(), plan.longest(), killed);
            try (Server last = crashRestarts.next()) {
                last.pause(Duration.ofMillis(500));
                currentServer.close();
                finish(clients);
                Notes.Verdict verdict = notes.compare(storedNotes(last));
                boolean sound = crashRestarts.check();
                last.stop();
                var counts =
                        new Counts(
                                plan.kills(),
                                crashRestarts.starting(),
                                notes.sent(),
                                notes.acknowledged(),
                                repeated.sum());
                return new Outcome(counts, verdict, sound, crashRestarts.recoveries());
            }
        } finally {
            currentServer.close();
            clients.cancel(true);
        }
    }

    private List<NoteClient> clients() {
        return IntStream.range(0, plan.clients())
                .mapToObj(number -> new NoteClient(http, currentServer, notes, repeated, number))
                .toList();
    }

    private static void finish(FutureTask<?> clients) throws IOException, InterruptedException {
        try {
            clients.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IOException("A client failed", e);
        }
    }

    /** Every event, with the text of those that are notes. */
    private SortedMap<Long, String> storedNotes(Server server)
            throws IOException, InterruptedException {
        SortedMap<Long, String> kept = new TreeMap<>();
        Optional<String> next = Optional.of("");
        while (next.isPresent()) {
            JsonNode page = page(server, next.get());
            page.get("items")
                    .forEach(
                            event ->
                                    kept.put(
                                            event.get("seq").longValue(),
                                            event.get("body").path("text").stringValue("")));
            next = Optional.ofNullable(page.path("next").stringValue(null));
        }
        return kept;
    }

    private JsonNode page(Server server, String after) throws IOException, InterruptedException {
        String from = after.isEmpty() ? "" : "&after=" + after;
        var request = server.request("/api/v1/events?limit=500&streams=all" + from).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("The events could not be read: " + answer.body());
        }
        return JSON.readTree(answer.body());
    }
}
