package slipway.server.api.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.server.Bare;
import slipway.server.Estate;
import slipway.server.House;
import slipway.wire.Call;
import slipway.wire.Client;
import slipway.wire.route.PathPart;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.NewWorkload;
import slipway.wire.run.WorkspaceRoutes;
import slipway.wire.run.WorkspaceRoutes.NewKeeping;
import slipway.wire.run.WorkspaceRoutes.WorkspaceView;

/** Real workspaces behind the proxy of a real server: what goes through, and what does not. */
@SuppressWarnings("NullAway.Init") // opened before all tests
class WorkspaceProxyTest {

    /** Tells what it was asked, and speaks just enough WebSocket to send back what it gets. */
    private static final String APP =
            """
            #!/usr/bin/env python3
            import base64, hashlib, os, socketserver
            from http.server import BaseHTTPRequestHandler
            class App(BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def address_string(self): return "proxy"
                def text(self, status, body, headers=()):
                    self.send_response(status)
                    for name, value in headers: self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    if self.command != "HEAD": self.wfile.write(body)
                def do_HEAD(self): self.do_GET()
                def do_GET(self):
                    if self.path == "/bad":
                        self.wfile.write(b"this is no HTTP at all\\r\\n\\r\\n")
                        self.close_connection = True
                    elif self.path == "/short":
                        self.send_response(200); self.send_header("Content-Length", "100")
                        self.end_headers(); self.wfile.write(b"cut"); self.close_connection = True
                    elif self.path == "/cookies":
                        self.text(200, b"", [("Set-Cookie", "slipway_session=evil; Path=/"),
                            ("Set-Cookie", "own=1; Path=/"), ("Set-Cookie", "wide=1; Domain=example.org"),
                            ("Clear-Site-Data", '"cookies"')])
                    elif self.path == "/stream":
                        self.send_response(200); self.send_header("Transfer-Encoding", "chunked")
                        self.end_headers()
                        for part in (b"one ", b"two ", b"three"):
                            self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(part), part)); self.wfile.flush()
                        self.wfile.write(b"0\\r\\n\\r\\n")
                    elif self.headers.get("Upgrade") == "websocket":
                        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
                        self.send_response(101); self.send_header("Upgrade", "websocket")
                        self.send_header("Connection", "Upgrade")
                        self.send_header("Sec-WebSocket-Accept", accept); self.end_headers()
                        self.wfile.write(b"\\x81\\x05early"); self.wfile.flush()
                        while True:
                            head = self.rfile.read(2)
                            if len(head) < 2 or head[0] & 15 == 8: break
                            mask = self.rfile.read(4); data = self.rfile.read(head[1] & 127)
                            plain = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
                            self.wfile.write(bytes([head[0], len(plain)]) + plain); self.wfile.flush()
                        self.close_connection = True
                    else:
                        self.text(200, (self.command + " " + self.path + "\\n" + str(self.headers)).encode())
                def do_POST(self):
                    if self.headers.get("Transfer-Encoding") == "chunked":
                        body = b""
                        while (size := int(self.rfile.readline(), 16)) > 0:
                            body += self.rfile.read(size); self.rfile.readline()
                        self.rfile.readline()
                    else:
                        body = self.rfile.read(int(self.headers["Content-Length"]))
                    self.text(201, b"%d %s" % (len(body), hashlib.sha256(body).hexdigest().encode()))
            class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
                daemon_threads = True
                request_queue_size = 64
            Server(os.environ["SLIPWAY_SOCKET"], App).serve_forever()
            """;

    @TempDir static Path data;
    private static House house;
    private static Client admin;
    private static final HttpClient browser = HttpClient.newHttpClient();
    private static Entered lab;

    /** A browser that has a pass. */
    private record Entered(URI origin, String cookie) {

        HttpRequest.Builder to(String path) {
            return HttpRequest.newBuilder(origin.resolve(path))
                    .timeout(Duration.ofMinutes(1))
                    .header("Cookie", "slipway_session=secret; " + cookie + "; theme=dark");
        }
    }

    @BeforeAll
    static void open() {
        house = House.open(data);
        admin = house.local();
        does("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + Estate.TEAM + "\"}");
        submit("lab", APP);
        until(() -> shown("lab").listens());
        lab = entered(admin, "lab");
    }

    @AfterAll
    static void close() {
        house.close();
        browser.close();
    }

    private static String does(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + house.localToken());
        var answer = new Bare(house.url().toString()).send(method, path, headers, body);
        assertThat(answer.status()).as(method + " " + path + answer.body()).isBetween(200, 299);
        return answer.body();
    }

    private static Client person(String name, String role) {
        does("POST", "/api/v1/users", "{\"user\":\"%s\",\"shown\":\"%s\"}".formatted(name, name));
        String team = "/api/v1/teams/" + Estate.TEAM + "/members/" + name;
        does("PUT", team, "{\"role\":\"" + role + "\"}");
        String wish = "{\"label\":\"test\",\"days\":30}";
        String made = does("POST", "/api/v1/users/" + name + "/tokens", wish);
        return house.as(made.replaceFirst("(?s).*\"text\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
    }

    private static void submit(String name, String run) {
        String spec = "kind: workspace\nresources: {cpus: 0.1, memory: 100MB}\nrun: |\n";
        admin.call(
                Call.to(WorkloadRoutes.SUBMIT)
                        .with(PathPart.TEAM, Estate.TEAM)
                        .sending(
                                new NewWorkload(
                                        spec + run.indent(2),
                                        Optional.empty(),
                                        Optional.of(name))));
    }

    private static WorkspaceView shown(String name) {
        return admin.call(Call.to(WorkspaceRoutes.SHOW).with(PathPart.WORKLOAD, name));
    }

    private static URI address(Client who, String name) {
        return URI.create(
                who.call(Call.to(WorkspaceRoutes.ENTER).with(PathPart.WORKLOAD, name)).address());
    }

    private static Entered entered(Client who, String name) {
        URI address = address(who, name);
        var answer = get(HttpRequest.newBuilder(address));
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains("/");
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("; HttpOnly", "; SameSite=Lax", "; Path=/");
        return new Entered(address.resolve("/"), cookie.replaceFirst(";.*", ""));
    }

    private static HttpResponse<String> get(HttpRequest.Builder request) {
        try {
            return browser.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void until(BooleanSupplier condition) {
        for (int glance = 0; glance < 600 && !condition.getAsBoolean(); glance++) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void a_request_goes_through_as_it_came_without_what_is_slipways_own() {
        var answer =
                get(
                        lab.to("/lab/tree/a%2Fb?x=1&y=%20")
                                .header("Authorization", "Bearer slw_secret")
                                .header("X-Forwarded-For", "8.8.8.8")
                                .header("X-Own", "kept"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("GET /lab/tree/a%2Fb?x=1&y=%20\n")
                .contains("X-Own: kept", "Cookie: theme=dark\n", "Connection: close")
                .contains("Host: " + lab.origin().getAuthority())
                .doesNotContain("slw_secret", "slipway_", "8.8.8.8");
        assertThat(answer.headers().allValues("Content-Security-Policy"))
                .contains("frame-ancestors 'self'");
    }

    @Test
    void bodies_of_both_kinds_go_through_and_answers_in_chunks_come_back() {
        byte[] much = new byte[3_000_000];
        java.util.Arrays.fill(much, (byte) 7);
        var known = get(lab.to("/save").POST(BodyPublishers.ofByteArray(much)));
        assertThat(known.statusCode()).isEqualTo(201);
        assertThat(known.body()).startsWith("3000000 ");
        var chunked =
                get(
                        lab.to("/save")
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new java.io.ByteArrayInputStream(much))));
        assertThat(chunked.body()).isEqualTo(known.body());
        assertThat(get(lab.to("/stream")).body()).isEqualTo("one two three");
        assertThat(get(lab.to("/x").method("HEAD", BodyPublishers.noBody())).statusCode())
                .isEqualTo(200);
    }

    @Test
    void an_app_cannot_set_a_cookie_of_slipways_or_touch_the_whole_host() {
        var headers = get(lab.to("/cookies")).headers();
        assertThat(headers.allValues("Set-Cookie")).containsExactly("own=1; Path=/");
        assertThat(headers.firstValue("Clear-Site-Data")).isEmpty();
    }

    @Test
    void an_app_that_does_not_speak_http_is_told_of_and_a_part_is_not_taken_for_the_whole() {
        var answer = get(lab.to("/bad"));
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("lab gave no answer", "slipway logs lab");
        assertThatThrownBy(() -> get(lab.to("/short")))
                .isInstanceOf(java.io.UncheckedIOException.class);
    }

    @Test
    void nobody_comes_in_without_a_pass_and_a_ticket_is_good_once_at_its_own_workspace() {
        assertThat(get(HttpRequest.newBuilder(lab.origin())).statusCode()).isEqualTo(401);
        String forged = lab.cookie().replaceFirst("=.*", "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        assertThat(get(HttpRequest.newBuilder(lab.origin()).header("Cookie", forged)).statusCode())
                .isEqualTo(401);
        URI ticket = address(admin, "lab");
        assertThat(get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(303);
        assertThat(get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(401);

        submit("other", APP);
        URI other = address(admin, "other");
        URI elsewhere = lab.origin().resolve(other.getPath() + "?" + other.getQuery());
        assertThat(get(HttpRequest.newBuilder(elsewhere)).statusCode()).isEqualTo(401);
        assertThat(
                        get(HttpRequest.newBuilder(other.resolve("/"))
                                        .header("Cookie", lab.cookie()))
                                .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_page_of_another_origin_reaches_nothing_although_its_browser_has_a_pass() {
        for (String origin : List.of("http://evil.example", house.url().toString())) {
            var answer =
                    get(lab.to("/save").header("Origin", origin).POST(BodyPublishers.noBody()));
            assertThat(answer.statusCode()).isEqualTo(403);
        }
        var picture = lab.to("/x").header("Sec-Fetch-Site", "same-site");
        assertThat(get(picture).statusCode()).isEqualTo(403);
        CompletableFuture<WebSocket> hijacked =
                browser.newWebSocketBuilder()
                        .header("Cookie", lab.cookie())
                        .header("Origin", "http://127.0.0.1:1")
                        .buildAsync(socket(), new WebSocket.Listener() {});
        assertThatThrownBy(hijacked::join).hasMessageContaining("WebSocketHandshakeException");
    }

    private static URI socket() {
        return URI.create(lab.origin().toString().replaceFirst("^http", "ws") + "ws");
    }

    /** Hears what comes until the connection ends. */
    private static final class Ear implements WebSocket.Listener {

        private final StringBuilder heard = new StringBuilder();
        final CompletableFuture<String> ended = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence text, boolean last) {
            synchronized (heard) {
                heard.append(text).append('.');
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            ended.complete("closed");
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.complete("broken off");
        }

        String heard() {
            synchronized (heard) {
                return heard.toString();
            }
        }
    }

    private static WebSocket connected(Entered by, Ear ear) {
        return browser.newWebSocketBuilder()
                .header("Cookie", by.cookie())
                .buildAsync(socket(), ear)
                .join();
    }

    @Test
    void a_websocket_goes_through_both_ways_and_ends_with_the_rights_of_who_opened_it()
            throws Exception {
        Client bo = person("bo", "member");
        var ear = new Ear();
        WebSocket socket = connected(entered(bo, "lab"), ear);
        socket.sendText("to the app", true).join();
        socket.sendText("and back", true).join();
        until(() -> ear.heard().equals("early.to the app.and back."));
        assertThat(ear.ended).isNotDone();
        does("DELETE", "/api/v1/teams/" + Estate.TEAM + "/members/bo", "");
        assertThat(ear.ended.get(1, TimeUnit.MINUTES)).isNotEmpty();
    }

    @Test
    void who_may_only_look_does_not_come_in() {
        Client guest = person("gil", "viewer");
        assertThat(guest.call(Call.to(WorkspaceRoutes.SHOW).with(PathPart.WORKLOAD, "lab")).name())
                .isEqualTo("lab");
        assertThatThrownBy(() -> address(guest, "lab")).isInstanceOf(Problem.class);
    }

    @Test
    void a_workspace_that_does_not_listen_yet_says_so_and_one_that_ended_too() {
        submit("late", "exec tail -f /dev/null");
        Entered late = entered(admin, "late");
        until(() -> shown("late").state().equals("running"));
        var waits = get(late.to("/"));
        assertThat(waits.statusCode()).isEqualTo(503);
        assertThat(waits.body()).contains("late is starting", "http-equiv=\"refresh\"");
        admin.call(Call.to(WorkloadRoutes.CANCEL).with(PathPart.WORKLOAD, "late"));
        until(() -> shown("late").state().equals("cancelled"));
        var over = get(late.to("/"));
        assertThat(over.statusCode()).isEqualTo(410);
        assertThat(over.body()).contains("late has ended", "Cancelled by");
        assertThatThrownBy(() -> address(admin, "late")).hasMessageContaining("has ended");
    }

    @Test
    void a_workspace_is_kept_for_a_reason_and_nothing_else_is() {
        var keep = Call.to(WorkspaceRoutes.KEEP).with(PathPart.WORKLOAD, "lab");
        WorkspaceView kept = admin.call(keep.sending(new NewKeeping(14_400, "A long download.")));
        assertThat(kept.keptUntil()).isPresent();
        assertThatThrownBy(() -> admin.call(keep.sending(new NewKeeping(14_400, " "))))
                .hasMessageContaining("because: not 1 to 500 characters");
    }
}
