package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.testkit.Needs;

/** The whole platform in this process, called over HTTP. */
@SuppressWarnings("NullAway.Init") // started before each test
@Tag("network")
class PlatformTest {

    @TempDir Path data;
    private Platform platform;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() {
        platform = start("0");
    }

    @AfterEach
    void stop() {
        platform.close();
        client.close();
    }

    private Platform start(String port) {
        var processEnvironment = new ProcessEnvironment(Map.of(), data, data);
        Config config =
                Config.read(Map.of("--data", data.toString(), "--port", port), processEnvironment);
        return Platform.start(
                config, "0.1", new Journal.Times(InstantSource.system(), System::nanoTime));
    }

    private String token() throws IOException {
        return Files.readString(data.resolve("local.token")).strip();
    }

    private HttpRequest.Builder to(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(platform.url() + path))
                .header("Authorization", "Bearer " + token());
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> note(String key, String body)
            throws IOException, InterruptedException {
        return send(
                to("/api/v1/notes")
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void a_started_platform_is_alive_and_ready() throws Exception {
        for (String path : List.of("/healthz", "/readyz", "/status", "/login")) {
            HttpResponse<String> response =
                    send(HttpRequest.newBuilder(URI.create(platform.url() + path)));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'");
        }
    }

    @Test
    void a_clean_stop_reports_nothing() {
        assertThat(platform.stop()).isEmpty();
    }

    @Test
    void an_unresolvable_host_is_not_reported_as_a_port_in_use() {
        assertThatThrownBy(() -> startOther("--host", "nosuchhost.invalid"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code().name()).isEqualTo("no-such-address"));
        assertThatThrownBy(() -> startOther("--host", "192.0.2.1"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code().name()).isEqualTo("no-such-address"));
    }

    @Test
    void the_wildcard_address_is_shown_as_loopback() {
        assertThat(platform.reachable()).isFalse();
        try (var open = startOther("--host", "0.0.0.0")) {
            assertThat(open.url()).startsWith("http://127.0.0.1:");
            assertThat(open.reachable()).isTrue();
        }
    }

    @Test
    void the_local_token_is_refused_from_another_address() throws Exception {
        Optional<String> address = outerAddress();
        Needs.that(address.isPresent(), "an address besides loopback", "connect it to a network");
        try (var open = startOther("--host", "0.0.0.0")) {
            int port = URI.create(open.url()).getPort();
            String token = Files.readString(data.resolve("other/local.token")).strip();
            var uri = URI.create("http://" + address.get() + ":" + port + "/api/v1/events");
            var response =
                    send(HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token));
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.body()).contains("machine only");
        }
    }

    private static Optional<String> outerAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
    }

    @Test
    void a_data_directory_that_is_a_file_or_dangling_link_is_refused() throws Exception {
        Path file = Files.writeString(data.resolve("file"), "");
        Path link = Files.createSymbolicLink(data.resolve("link"), data.resolve("nothing"));
        for (Path place : List.of(file, file.resolve("below"))) {
            assertThatThrownBy(() -> startOther("--data", place.toString()))
                    .hasMessageContaining(file + " is a file, not a directory.");
        }
        assertThatThrownBy(() -> startOther("--data", link.toString()))
                .hasMessageContaining(link + " is a link that points to nothing.")
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.kind().exitCode()).isEqualTo(2));
    }

    @Test
    void a_failed_start_releases_the_data_directory() throws Exception {
        Path other = Files.createDirectories(data.resolve("other"));
        Path inTheWay = Files.createDirectories(other.resolve("local.token/full"));
        assertThatThrownBy(() -> startOther())
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> assertThat(p.code().name()).isEqualTo("token-not-kept"));
        assertThat(other.resolve("local.token.new")).doesNotExist();
        Files.delete(inTheWay);
        Files.delete(other.resolve("local.token"));
        startOther().close();
    }

    /** A second platform, by default with its own data. */
    private Platform startOther(String... flag) {
        Map<String, String> flags = new HashMap<>();
        flags.put("--data", data.resolve("other").toString());
        flags.put("--port", "0");
        if (flag.length == 2) {
            flags.put(flag[0], flag[1]);
        }
        Config config = Config.read(flags, new ProcessEnvironment(Map.of(), data, data));
        return Platform.start(
                config, "0.1", new Journal.Times(InstantSource.system(), System::nanoTime));
    }

    @Test
    void requests_without_a_valid_token_are_refused() throws Exception {
        for (String header : List.of("Bearer nonsense", "Bearer ", "Basic YTpi", token())) {
            var request =
                    HttpRequest.newBuilder(URI.create(platform.url() + "/api/v1/events"))
                            .header("Authorization", header);
            assertThat(send(request).statusCode()).as(header).isEqualTo(401);
        }
        assertThat(
                        send(HttpRequest.newBuilder(URI.create(platform.url() + "/api/v1/notes")))
                                .statusCode())
                .isEqualTo(401);
        assertThat(
                        send(HttpRequest.newBuilder(URI.create(platform.url() + "/nothing")))
                                .statusCode())
                .isEqualTo(401);
    }

    @Test
    void the_token_file_is_private_and_deleted_at_stop() throws Exception {
        Path file = data.resolve("local.token");
        assertThat(
                        java.nio.file.attribute.PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String first = token();
        platform.close();
        assertThat(file).doesNotExist();
        platform = start("0");
        assertThat(token()).isNotEqualTo(first);
    }

    @Test
    void a_request_with_another_host_name_is_refused() throws Exception {
        URI uri = URI.create(platform.url());
        try (var socket = new Socket(uri.getHost(), uri.getPort())) {
            String request = "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String response =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response).startsWith("HTTP/1.1 403").contains("wrong-host", "127.0.0.1");
        }
    }

    @Test
    void a_note_sent_twice_is_written_once() throws Exception {
        HttpResponse<String> first = note("k1", "{\"text\":\"driver upgraded\"}");
        HttpResponse<String> again = note("k1", "{\"text\":\"driver upgraded\"}");
        HttpResponse<String> other = note("k1", "{\"text\":\"something else\"}");
        assertThat(List.of(first.statusCode(), again.statusCode(), other.statusCode()))
                .containsExactly(201, 201, 422);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(send(to("/api/v1/events")).body().split("driver upgraded", -1)).hasSize(2);
    }

    @Test
    void an_invalid_note_is_refused_with_a_next_step() throws Exception {
        for (String body :
                List.of(
                        "",
                        "{",
                        "[]",
                        "null",
                        "{\"text\":\"\"}",
                        "{\"text\":1,\"x\":2}",
                        "{\"txt\":\"a\"}",
                        "{\"text\":null}")) {
            HttpResponse<String> response = note("k", body);
            assertThat(response.statusCode()).as(body).isIn(400, 422);
            assertThat(response.body()).contains("\"next\":\"");
        }
        assertThat(note("k", "{\"text\":\"" + "x".repeat(2_000_000) + "\"}").statusCode())
                .isEqualTo(413);
        assertThat(note("k".repeat(300), "{\"text\":\"a\"}").statusCode()).isEqualTo(400);
        assertThat(note("k", "[".repeat(10_000)).statusCode()).isEqualTo(400);
    }

    @Test
    void events_are_streamed_live_and_resume_after_the_last_id() throws Exception {
        long one = seq(note("k1", "{\"text\":\"one\"}"));
        try (var stream = stream(Long.toString(one - 1))) {
            long two = seq(note("k2", "{\"text\":\"two\"}"));
            assertThat(next(stream, "event: ")).isEqualTo("ready");
            assertThat(next(stream, "data: ")).isEqualTo("{\"position\":" + (one - 1) + "}");
            assertThat(next(stream, "id: ")).isEqualTo(Long.toString(one));
            assertThat(next(stream, "data: ")).contains("\"text\":\"one\"");
            assertThat(next(stream, "id: ")).isEqualTo(Long.toString(two));
            assertThat(next(stream, "data: ")).contains("\"text\":\"two\"");
        }
    }

    private static long seq(HttpResponse<String> note) {
        return Long.parseLong(note.body().replaceAll("[^0-9]", ""));
    }

    private BufferedReader stream(String lastSeen) throws Exception {
        var request =
                to("/api/v1/events")
                        .header("Accept", "text/event-stream")
                        .header("Last-Event-ID", lastSeen)
                        .build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/event-stream");
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static String next(BufferedReader stream, String field) throws IOException {
        String line = stream.readLine();
        while (!line.startsWith(field)) {
            line = stream.readLine();
        }
        return line.substring(field.length());
    }

    @Test
    void an_invalid_cursor_is_refused() throws Exception {
        for (String after : List.of("-1", "x", "1e3", "1000000", "MTox-")) {
            assertThat(send(to("/api/v1/events?after=" + after)).statusCode())
                    .as(after)
                    .isEqualTo(400);
        }
        assertThat(send(to("/api/v1/events?kind=nothing-like-it")).body())
                .isEqualTo("{\"items\":[]}");
    }

    @Test
    void a_stop_ends_open_streams() throws Exception {
        try (var stream = stream("0")) {
            next(stream, "id: ");
            CompletableFuture<Boolean> ended =
                    CompletableFuture.supplyAsync(
                            () -> readsToTheEnd(stream), Thread::startVirtualThread);
            assertThat(ended).isNotDone();
            platform.close();
            assertThat(ended).succeedsWithin(Duration.ofSeconds(20));
        }
    }

    /** A stream ends with its last chunk, or because the server closes the connection. */
    private static boolean readsToTheEnd(BufferedReader stream) {
        try {
            String line = stream.readLine();
            while (line != null) {
                line = stream.readLine();
            }
            return true;
        } catch (IOException closed) {
            return true;
        }
    }

    @Test
    void a_second_server_on_the_same_data_is_refused() {
        assertThatThrownBy(() -> start("0"))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code().name()).isEqualTo("data-in-use"));
    }

    @Test
    void a_port_in_use_is_reported_and_releases_the_data() throws Exception {
        int taken = URI.create(platform.url()).getPort();
        Path other = Files.createDirectory(data.resolve("other"));
        var processEnvironment = new ProcessEnvironment(Map.of(), other, other);
        Config config =
                Config.read(
                        Map.of("--data", other.toString(), "--port", "" + taken),
                        processEnvironment);
        for (int tries = 0; tries < 2; tries++) {
            assertThatThrownBy(
                            () ->
                                    Platform.start(
                                            config,
                                            "0.1",
                                            new Journal.Times(
                                                    InstantSource.system(), System::nanoTime)))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            p -> assertThat(p.code().name()).isEqualTo("port-in-use"));
        }
    }

    @Test
    void starts_and_stops_are_journaled() throws Exception {
        platform.close();
        platform = start("0");
        assertThat(send(to("/api/v1/events")).body())
                .containsSubsequence(
                        "\"server.started\"", "\"server.stopped\"", "\"server.started\"");
    }
}
