package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.Await;
import slipway.testkit.Needs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a machine whose clock is set while it runs. The wall clock is libfaketime's. */
@Timeout(600)
@Tag("process")
class ClockTest {

    private static final Path LIBRARY =
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir Path folder;

    private URI url = URI.create("http://127.0.0.1");

    @BeforeEach
    void needs() {
        Needs.file(LIBRARY, "install the package libfaketime");
    }

    /** Sets the clock of the machine, relative to the real one. */
    private void machine(Duration ahead) throws IOException {
        Path next = folder.resolve("next");
        Files.writeString(next, String.format(Locale.ROOT, "%+d\n", ahead.toSeconds()));
        Files.move(next, folder.resolve("offset"), StandardCopyOption.ATOMIC_MOVE);
    }

    private SlipwayProcess up() throws IOException {
        var server =
                SlipwayProcess.startFromClassPath(
                        Map.of(
                                "LD_PRELOAD",
                                LIBRARY.toString(),
                                "FAKETIME_TIMESTAMP_FILE",
                                folder.resolve("offset").toString(),
                                "FAKETIME_CACHE_DURATION",
                                "1",
                                "FAKETIME_DONT_FAKE_MONOTONIC",
                                "1"),
                        "up",
                        "--data",
                        folder.resolve("data").toString(),
                        "--port",
                        "0");
        String open = server.await("open");
        url = URI.create(open.substring(open.indexOf("http")));
        server.await("Ready in");
        return server;
    }

    private HttpResponse<String> send(String token, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(url.resolve(path))
                        .header("Authorization", "Bearer " + token);
        var whole =
                body.isEmpty()
                        ? request
                        : request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body));
        return client.send(whole.build(), BodyHandlers.ofString());
    }

    private String localToken() throws IOException {
        return Files.readString(folder.resolve("data/local.token")).strip();
    }

    /** A token of a person that is valid for a day. */
    private String dayToken(String label) throws IOException, InterruptedException {
        HttpResponse<String> made =
                send(
                        localToken(),
                        "/api/v1/users/admin/tokens",
                        "{\"label\":\"%s\",\"days\":1}".formatted(label));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JSON.readTree(made.body()).get("text").asString();
    }

    /** The request is authenticated by the HTTP layer and decided by the rules. */
    private void assertMayChange(String token, String name)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(url.resolve("/api/v1/users/admin"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method("PATCH", BodyPublishers.ofString("{\"shown\":\"" + name + "\"}"));
        HttpResponse<String> written = client.send(request.build(), BodyHandlers.ofString());
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
    }

    private String submit(String spec) throws IOException, InterruptedException {
        HttpResponse<String> accepted =
                send(
                        localToken(),
                        "/api/v1/teams/all/workloads",
                        JSON.writeValueAsString(Map.of("spec", spec)));
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(201);
        return JSON.readTree(accepted.body()).get("id").asString();
    }

    private JsonNode workload(String id) {
        return JSON.readTree(get("/api/v1/workloads/" + id));
    }

    private String get(String path) {
        try {
            return send(localToken(), path, "").body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitState(String id, String state) {
        Await.until(() -> workload(id).get("state").asString().equals(state));
    }

    private void awaitOffset(Duration ahead) {
        Await.until(() -> Math.abs(offset() - ahead.toSeconds()) < 5);
    }

    /** How far the machine's clock is ahead of the server's time, in seconds. */
    private double offset() {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith("slipway_clock_offset_seconds "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_clock_that_is_eight_hours_ahead_for_a_while_refuses_no_token() throws Exception {
        machine(Duration.ZERO);
        try (var server = up()) {
            String before = dayToken("before");
            String job = submit("run: while [ ! -e go ]; do sleep 0.1; done");
            awaitState(job, "running");
            machine(Duration.ofHours(8));
            awaitOffset(Duration.ofHours(8));
            String meanwhile = dayToken("meanwhile");
            assertMayChange(before, "a");
            assertMayChange(meanwhile, "b");
            machine(Duration.ZERO);
            awaitOffset(Duration.ZERO);
            assertMayChange(before, "c");
            assertMayChange(meanwhile, "d");
            assertMayChange(dayToken("after"), "e");
            assertThat(workload(job).get("state").asString()).isEqualTo("running");
            assertThat(
                            send(localToken(), "/api/v1/workloads/" + job + "/cancel", "{}")
                                    .statusCode())
                    .isLessThan(300);
            awaitState(job, "cancelled");
            server.terminate();
            server.end();
        }
    }

    @Test
    void a_hardware_clock_a_year_ahead_at_the_start_and_its_correction_change_nothing()
            throws Exception {
        machine(Duration.ZERO);
        String before;
        try (var server = up()) {
            before = dayToken("before");
            server.terminate();
            server.end();
        }
        machine(Duration.ofDays(365));
        try (var server = up()) {
            assertMayChange(before, "a");
            String meanwhile = dayToken("meanwhile");
            machine(Duration.ZERO);
            awaitOffset(Duration.ZERO);
            assertMayChange(before, "b");
            assertMayChange(meanwhile, "c");
            awaitState(submit("run: 'true'"), "succeeded");
            server.terminate();
            server.end();
        }
    }

    @Test
    void a_clock_that_is_set_back_by_a_day_delays_no_retry_and_refuses_no_token_of_a_day()
            throws Exception {
        machine(Duration.ZERO);
        try (var server = up()) {
            String before = dayToken("before");
            String job = submit("retry: {attempts: 2, backoff: 5s}\nrun: 'false'");
            Await.until(() -> workload(job).toString().contains("exit code"));
            machine(Duration.ofDays(-1));
            awaitOffset(Duration.ofDays(-1));
            assertMayChange(before, "a");
            assertMayChange(dayToken("after"), "b");
            awaitState(job, "failed");
            awaitState(submit("run: 'true'"), "succeeded");
            server.terminate();
            server.end();
        }
    }
}
