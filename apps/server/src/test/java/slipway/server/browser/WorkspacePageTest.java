package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages of running workloads: opening a workspace, and installed packages. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class WorkspacePageTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** An app whose page echoes text over a WebSocket and shows the cookies that the app received. */
    private static final String APP =
            """
            kind: workspace
            resources: {cpus: 0.1, memory: 100MB}
            run: |
              #!/usr/bin/env python3
              import base64, hashlib, os, socketserver
              from http.server import BaseHTTPRequestHandler
              PAGE = '''<!doctype html><title>An app</title><h1>An app</h1><p id=said></p><p id=sent>%s</p><script>
              const socket = new WebSocket(location.origin.replace('http', 'ws') + '/echo');
              socket.onopen = () => socket.send('typed here');
              socket.onmessage = event => { document.getElementById('said').textContent = event.data; };
              </script>'''
              class App(BaseHTTPRequestHandler):
                  protocol_version = "HTTP/1.1"
                  def address_string(self): return "proxy"
                  def do_GET(self):
                      if self.headers.get("Upgrade") != "websocket":
                          body = (PAGE % self.headers.get("Cookie", "no cookie")).encode()
                          self.send_response(200); self.send_header("Content-Type", "text/html")
                          self.send_header("Content-Length", str(len(body))); self.end_headers()
                          self.wfile.write(body)
                          return
                      key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                      self.send_response(101); self.send_header("Upgrade", "websocket")
                      self.send_header("Connection", "Upgrade")
                      self.send_header("Sec-WebSocket-Accept",
                          base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
                      self.end_headers()
                      while True:
                          head = self.rfile.read(2)
                          if len(head) < 2 or head[0] & 15 == 8: break
                          mask = self.rfile.read(4); data = self.rfile.read(head[1] & 127)
                          plain = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
                          self.wfile.write(bytes([head[0], len(plain)]) + plain); self.wfile.flush()
                      self.close_connection = True
              class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
                  daemon_threads = True
              Server(os.environ["SLIPWAY_SOCKET"], App).serve_forever()
            """;

    @TempDir Path data;
    private DemoServer server;

    @BeforeEach
    void open() {
        server = DemoServer.in(data);
        String node =
                server.call("GET", "/api/v1/nodes", "")
                        .path("items")
                        .path(0)
                        .path("node")
                        .asString();
        server.call("POST", "/api/v1/nodes/" + node + "/restore", "");
    }

    /** Jobs outlive the server, so they are cancelled first. */
    @AfterEach
    void close() {
        for (JsonNode one : live()) {
            server.call("POST", "/api/v1/workloads/" + one.path("id").asString() + "/cancel", "");
        }
        Await.until(() -> live().isEmpty());
        server.close();
    }

    private JsonNode live() {
        return server.call("GET", "/api/v1/workloads", "").path("items");
    }

    private void submit(String name, String spec) {
        var body = JSON.createObjectNode().put("spec", spec).put("name", name);
        server.call("POST", "/api/v1/teams/language/workloads", body.toString());
    }

    @Test
    void a_workspace_opens_in_its_own_origin_with_a_websocket(BrowserUsers users) {
        submit("lab", APP);
        Page page =
                users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT)
                        .open("/workloads/lab")
                        .page();
        page.waitForCondition(
                () ->
                        server.call("GET", "/api/v1/workloads/lab/workspace", "")
                                .path("listens")
                                .asBoolean());
        Page app = page.waitForPopup(() -> page.locator("#workload-head .btn-primary").click());
        assertThat(app.locator("h1")).hasText("An app");
        assertThat(app.locator("#said")).hasText("typed here");
        assertThat(app.locator("#sent")).hasText("no cookie");
        URI there = URI.create(app.url());
        assertThat(there.getHost()).isEqualTo(server.url().getHost());
        assertThat(there.getPort()).isNotEqualTo(server.url().getPort());
        assertThat(there.getPath()).as("the ticket is removed from the URL").isEqualTo("/");
        assertThat(app.evaluate("window.opener")).isNull();
        assertThat((String) app.evaluate("document.cookie"))
                .as("cookies of the host visible to scripts")
                .doesNotContain("session", "workspace");
        assertThat(app.reload().status()).as("the workspace cookie stays valid").isEqualTo(200);
        assertThat(app.locator("#said")).hasText("typed here");
        page.navigate(server.url() + "/workloads/lab/open");
        assertThat(page.locator("h1")).hasText("Open lab.");
        page.locator("main .btn-primary, .sw-head .btn-primary").first().click();
        page.waitForURL(url -> URI.create(url).getPort() == there.getPort());
        assertThat(page.locator("h1")).hasText("An app");
    }

    @Test
    void installed_packages_are_listed_on_the_page_of_a_job(BrowserUsers users) throws IOException {
        Path work = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "installed");
        venv(work.resolve(".venv"));
        submit(
                "digits-3",
                """
                workdir: %s
                environment: .venv
                setup: "true"
                run: sleep 600
                """
                        .formatted(work));
        String token = server.adminToken();
        List<String> faults = new ArrayList<>();
        for (DisplayMode mode : DisplayMode.values()) {
            BrowserUser user = users.signedIn(server.url(), token, mode);
            Page page = user.open("/workloads/digits-3").page();
            var panel = page.locator("#workload-installed");
            assertThat(panel.locator("dd").first()).hasText("venv .venv");
            assertThat(panel.locator("dd"))
                    .containsText(new String[] {"venv", "3.11.7", "3", "", "ran in this attempt"});
            panel.locator("summary").click();
            assertThat(panel.locator("pre"))
                    .hasText(
                            "flash_attn @ git+https://example.org/flash@0f3a\nnumpy==1.26.4\ntorch==2.3.0");
            Screenshots.save(user, "installed");
            faults.addAll(AccessibilityCheck.violations(page));
            faults.addAll(LayoutCheck.faults(user));
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void expanded_details_stay_expanded_after_a_refresh(BrowserUsers users) throws IOException {
        Path work = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "installed");
        venv(work.resolve(".venv"));
        submit("digits-3", "workdir: %s\nenvironment: .venv\nrun: sleep 600".formatted(work));
        Page page =
                users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT)
                        .open("/workloads/digits-3")
                        .page();
        var panel = page.locator("#workload-installed");
        panel.locator("summary").click();
        assertThat(panel.locator("pre")).isVisible();
        page.evaluate("document.querySelector('#workload-installed dd').textContent = 'old'");
        page.evaluate("Slipway.refresh()");
        assertThat(panel.locator("dd").first()).hasText("venv .venv");
        assertThat(panel.locator("pre")).isVisible();
    }

    private static void venv(Path venv) throws IOException {
        Path packages = Files.createDirectories(venv.resolve("lib/python3.11/site-packages"));
        Files.createDirectory(venv.resolve("bin"));
        Path python = Files.writeString(venv.resolve("bin/python"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(venv.resolve("pyvenv.cfg"), "home = /usr/bin\nversion = 3.11.7\n");
        Files.createDirectory(packages.resolve("torch-2.3.0.dist-info"));
        Files.createDirectory(packages.resolve("numpy-1.26.4.dist-info"));
        Path fromGit = Files.createDirectory(packages.resolve("flash_attn-2.5.8.dist-info"));
        Files.writeString(
                fromGit.resolve("direct_url.json"),
                "{\"url\": \"https://example.org/flash\", \"vcs_info\": {\"commit_id\": \"0f3a\"}}");
    }
}
