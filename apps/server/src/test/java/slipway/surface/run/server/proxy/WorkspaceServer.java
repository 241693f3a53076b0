package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import slipway.server.RawHttp;
import slipway.server.TestServer;
import slipway.server.TwoTeamServer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.WorkspaceView;
import slipway.testkit.Await;

/** A real server with workspaces, and HTTP clients for them. */
final class WorkspaceServer implements AutoCloseable {

    /** An app that echoes requests, with a minimal WebSocket. */
    static final String APP =
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

    private final TestServer server;
    private final ApiClient admin;
    private final HttpClient browser = HttpClient.newHttpClient();

    private WorkspaceServer(TestServer server) {
        this.server = server;
        this.admin = server.local();
    }

    static WorkspaceServer in(Path data, InstantSource clock, String... flags) {
        var server = new WorkspaceServer(TestServer.open(data, clock, flags));
        server.call("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + TwoTeamServer.TEAM + "\"}");
        return server;
    }

    ApiClient admin() {
        return admin;
    }

    URI url() {
        return server.url();
    }

    HttpClient browser() {
        return browser;
    }

    /** A browser with a valid workspace cookie. */
    record OpenedWorkspace(URI origin, String cookie) {

        HttpRequest.Builder to(String path) {
            return HttpRequest.newBuilder(origin.resolve(path))
                    .timeout(Duration.ofMinutes(1))
                    .header("Cookie", "slipway_session=secret; " + cookie + "; theme=dark");
        }

        URI socket() {
            return URI.create(origin.toString().replaceFirst("^http", "ws") + "ws");
        }
    }

    String call(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        var response = new RawHttp(server.url().toString()).send(method, path, headers, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return response.body();
    }

    ApiClient person(String name, String role) {
        call("POST", "/api/v1/users", "{\"user\":\"%s\",\"shown\":\"%s\"}".formatted(name, name));
        String team = "/api/v1/teams/" + TwoTeamServer.TEAM + "/members/" + name;
        call("PUT", team, "{\"role\":\"" + role + "\"}");
        return token(name);
    }

    ApiClient token(String name) {
        String body = "{\"label\":\"test\",\"days\":30}";
        String made = call("POST", "/api/v1/users/" + name + "/tokens", body);
        return server.as(made.replaceFirst("(?s).*\"text\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
    }

    void submit(String name, String run) {
        submit(admin, name, run);
    }

    void submit(ApiClient who, String name, String run) {
        String spec = "kind: workspace\nresources: {cpus: 0.1, memory: 100MB}\nrun: |\n";
        who.call(
                ApiCall.to(WorkloadRoutes.SUBMIT)
                        .with(PathParameter.TEAM, TwoTeamServer.TEAM)
                        .sending(
                                new NewWorkload(
                                        spec + run.indent(2),
                                        Optional.empty(),
                                        Optional.of(name))));
    }

    WorkspaceView workspace(String name) {
        return admin.call(ApiCall.to(WorkspaceRoutes.SHOW).with(PathParameter.WORKLOAD, name));
    }

    URI address(ApiClient who, String name) {
        return URI.create(
                who.call(ApiCall.to(WorkspaceRoutes.ENTER).with(PathParameter.WORKLOAD, name))
                        .address());
    }

    OpenedWorkspace opened(ApiClient who, String name) {
        URI address = address(who, name);
        var response = get(HttpRequest.newBuilder(address));
        assertThat(response.statusCode()).isEqualTo(303);
        assertThat(response.headers().firstValue("Location")).contains("/");
        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("; HttpOnly", "; SameSite=Lax", "; Path=/");
        return new OpenedWorkspace(address.resolve("/"), cookie.replaceFirst(";.*", ""));
    }

    HttpResponse<String> get(HttpRequest.Builder request) {
        try {
            return browser.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    WebSocket connect(OpenedWorkspace by, WebSocket.Listener listener) {
        return browser.newWebSocketBuilder()
                .header("Cookie", by.cookie())
                .buildAsync(by.socket(), listener)
                .join();
    }

    static void until(BooleanSupplier condition) {
        Await.until(condition);
    }

    /** Jobs outlive the server, so they are cancelled first. */
    @Override
    public void close() {
        for (WorkloadView each : live()) {
            admin.call(ApiCall.to(WorkloadRoutes.CANCEL).with(PathParameter.WORKLOAD, each.id()));
        }
        until(() -> live().isEmpty());
        server.close();
        browser.close();
    }

    private List<WorkloadView> live() {
        return admin.call(ApiCall.to(WorkloadRoutes.LIST)).items();
    }
}
