package slipway.bench.journal;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import tools.jackson.databind.JsonNode;

/** What a measurement asks of a server with a long history. */
record HistoryServer(Server server, SyntheticHistory.Size size) {

    private static final String LAG = "slipway_journal_reader_lag_events";
    private static final Pattern LAG_LINE = Pattern.compile("(?m)^" + LAG + " ([0-9.E]+)$");
    private static final Duration LONGEST_CATCH_UP = Duration.ofMinutes(10);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Waits until all readers of the journal have applied every event. */
    static void awaitReaders(Server server) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST_CATCH_UP.toNanos();
        while (lag(server) > 0) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("The readers did not catch up within " + LONGEST_CATCH_UP);
            }
            server.pause(Duration.ofMillis(200));
        }
    }

    private static double lag(Server server) throws IOException, InterruptedException {
        HttpResponse<String> metrics =
                CLIENT.send(
                        server.request("/metrics").build(), HttpResponse.BodyHandlers.ofString());
        Matcher lag = LAG_LINE.matcher(metrics.body());
        if (!lag.find()) {
            throw new IOException("/metrics has no " + LAG + ": " + metrics.statusCode());
        }
        return Double.parseDouble(lag.group(1));
    }

    /**
     * Reads the whole history of subjects drawn at random, one after the other.
     *
     * @param atMost ends early after this time, with what was measured until then
     */
    Samples histories(int count, Duration atMost) throws IOException, InterruptedException {
        var random = new Random(1);
        List<Long> nanos = new ArrayList<>();
        long end = System.nanoTime() + atMost.toNanos();
        while (nanos.size() < count + warmUp(count) && System.nanoTime() - end < 0) {
            nanos.add(history(SyntheticHistory.subject(random.nextLong(size.subjects()))));
        }
        return Samples.of(nanos.subList(nanos.size() < count ? 0 : warmUp(count), nanos.size()));
    }

    private static int warmUp(int count) {
        return count / 10;
    }

    private long history(String subject) throws IOException, InterruptedException {
        List<JsonNode> events = new ArrayList<>();
        long start = System.nanoTime();
        new ApiCaller(server).each("/api/v1/events?subject=" + subject, events::add);
        long took = System.nanoTime() - start;
        boolean exact =
                events.size() == size.perSubject()
                        && events.stream()
                                .allMatch(
                                        event ->
                                                event.path("subject")
                                                        .stringValue("")
                                                        .equals(subject));
        if (!exact) {
            throw BenchContext.notMeasured(
                    "The history of " + subject + " is wrong.",
                    "It has " + events.size() + " events of " + size.perSubject() + ".",
                    "This is a bug; report it.");
        }
        return took;
    }

    /** Verifies the whole log; returns how long that took. */
    double verify() throws IOException, InterruptedException {
        var caller = new ApiCaller(server);
        long start = System.nanoTime();
        HttpRequest begin =
                server.request("/api/v1/audit/checks")
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build();
        HttpResponse<String> begun = CLIENT.send(begin, HttpResponse.BodyHandlers.ofString());
        JsonNode check = new ApiCaller.Answer(begun.statusCode(), begun.body()).json();
        String path = "/api/v1/operations/" + check.path("id").asString();
        while (!check.path("state").asString().matches("succeeded|failed|cancelled")) {
            server.pause(Duration.ofMillis(20));
            check = caller.get(path);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (check.path("result").path("entries").longValue(0) < size.events()) {
            throw BenchContext.notMeasured(
                    "The log was not verified.", check.toString(), "This is a bug; report it.");
        }
        return seconds;
    }
}
