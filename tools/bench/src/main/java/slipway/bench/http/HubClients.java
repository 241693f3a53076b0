package slipway.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import slipway.bench.kit.PacedPosts;
import slipway.bench.kit.RawSocketClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * The clients of one round, a process of their own: {@code HubClients PLAN ROUND streams|alone} prints the result as a
 * line of JSON. One process reads and writes, so that one clock times each delivery.
 */
final class HubClients {

    static final String STREAMS = "streams";
    static final String ALONE = "alone";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LAST_DELIVERY = Duration.ofSeconds(30);

    /** Long enough for what comes twice, or should not come. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(1);

    private final HubPlan plan;
    private final int round;

    private HubClients(HubPlan plan, int round) {
        this.plan = plan;
        this.round = round;
    }

    public static void main(String[] words) throws Exception {
        HubPlan plan = JSON.readValue(Files.readString(Path.of(words[0])), HubPlan.class);
        var clients = new HubClients(plan, Integer.parseInt(words[1]));
        HubRound result = words[2].equals(STREAMS) ? clients.withStreams() : clients.alone();
        System.out.println(JSON.writeValueAsString(result));
    }

    private HubRound alone() throws InterruptedException {
        HubWriters.Written written = new HubWriters(plan, round).run();
        return result(written, new HubRound.Delivered(0, 0, 0, 0), HubFaults.NONE);
    }

    private HubRound withStreams() throws IOException, InterruptedException {
        try (HubStreams streams = HubStreams.connect(plan, round, position())) {
            var writers = new HubWriters(plan, round);
            streams.countFrom(writers.countsFrom());
            var writing = new FutureTask<>(writers::run);
            Thread.ofVirtual().name("writers").start(writing);
            streams.readUntil(writing::isDone);
            HubWriters.Written written = get(writing);
            streams.awaitNotes(writers.notes(), LAST_DELIVERY);
            long end = System.nanoTime() + AFTERWARDS.toNanos();
            streams.readUntil(() -> System.nanoTime() - end > 0);
            return result(written, streams.delivered(), streams.faults(writers.notes()));
        }
    }

    /** The number of an event that is newer than all of the rounds before. */
    private long position() throws IOException {
        String path = "/api/v1/teams/" + HubPlan.WATCHERS + "/notes";
        String body = "{\"text\":\"The streams begin here.\"}";
        try (RawSocketClient client =
                RawSocketClient.posting(plan.port(), plan.watchers().getFirst(), path, body)) {
            String answer = client.send();
            PacedPosts.requireWritten(answer);
            return Long.parseLong(answer.replaceAll("[^0-9]", ""));
        }
    }

    private HubRound result(
            HubWriters.Written written, HubRound.Delivered delivered, HubFaults faults) {
        double seconds = plan.times().seconds();
        return new HubRound(
                (written.teams() + written.others()) / seconds,
                written.teams() / seconds,
                delivered,
                faults);
    }

    private static HubWriters.Written get(FutureTask<HubWriters.Written> writing)
            throws IOException, InterruptedException {
        try {
            return writing.get();
        } catch (ExecutionException e) {
            throw new IOException("A writer failed", Optional.ofNullable(e.getCause()).orElse(e));
        }
    }
}
