package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.run.server.proxy.WorkspaceServer.until;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.surface.run.server.proxy.WorkspaceServer.OpenedWorkspace;
import slipway.testkit.MovingClock;

/** Workspaces that do not listen, activity detection, and the connection limit. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class WorkspaceActivityTest {

    @TempDir Path data;
    private final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    private WorkspaceServer server;

    @BeforeEach
    void open() {
        server = WorkspaceServer.in(data, clock);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private OpenedWorkspace running(String run) {
        server.submit("lab", run);
        until(() -> server.workspace("lab").state().equals("running"));
        return server.opened(server.admin(), "lab");
    }

    @Test
    void a_workspace_that_never_listens_is_explained() {
        OpenedWorkspace lab = running("exec tail -f /dev/null");
        assertThat(server.get(lab.to("/")).body())
                .contains("lab is starting", "<meta http-equiv=\"refresh\" content=\"3\">");
        clock.forward(Duration.ofMinutes(5).plusSeconds(1));
        var response = server.get(lab.to("/"));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body())
                .contains(
                        "<h1>lab does not listen</h1>",
                        "It has run for 5 min 01 s, and no process listens on the Unix socket in SLIPWAY_SOCKET.",
                        "Find the cause in its log: slipway logs lab",
                        "content=\"30\"");
    }

    @Test
    void a_workspace_that_listens_late_is_forwarded_then() throws IOException {
        String waits = "while [ ! -e go ]; do sleep 0.05; done\n";
        String app = "exec python3 - <<'END'\n" + WorkspaceServer.APP + "END\n";
        OpenedWorkspace lab = running(waits + app);
        assertThat(server.get(lab.to("/")).body()).contains("lab is starting");
        clock.forward(Duration.ofMinutes(6));
        assertThat(server.get(lab.to("/")).body()).contains("lab does not listen");
        String id = server.workspace("lab").id();
        Files.createFile(data.resolve("attempts").resolve(id).resolve("1/work/go"));
        until(() -> server.get(lab.to("/")).statusCode() == 200);
    }

    private Instant stops() {
        return server.workspace("lab").stops().orElseThrow();
    }

    /** The clock moves only when the test says so, so that computation does not count as time. */
    @Test
    void input_counts_as_activity_and_polling_does_not() {
        OpenedWorkspace lab = running(WorkspaceServer.APP);
        until(() -> server.workspace("lab").listens());
        until(() -> server.workspace("lab").stops().isPresent());
        Instant begun = stops();
        clock.forward(Duration.ofMinutes(1));
        var listener = new Ear();
        WebSocket socket = server.connect(lab, listener);
        until(() -> listener.heard().equals("early."));
        socket.sendPing(ByteBuffer.allocate(0)).join();
        until(() -> listener.heard().equals("early.ping."));
        assertThat(server.get(lab.to("/api/news")).statusCode()).isEqualTo(200);
        assertThat(server.workspace("lab").stops()).as("polling and pings").contains(begun);

        socket.sendText("print(1)", true).join();
        until(() -> listener.heard().equals("early.ping.print(1)."));
        Instant typed = stops();
        assertThat(typed).isEqualTo(begun.plus(Duration.ofMinutes(1)));

        clock.forward(Duration.ofMinutes(1));
        server.get(lab.to("/save").POST(BodyPublishers.ofString("x")));
        Instant saved = stops();
        assertThat(saved).isEqualTo(typed.plus(Duration.ofMinutes(1)));

        clock.forward(Duration.ofMinutes(1));
        server.get(lab.to("/").header("Sec-Fetch-Mode", "navigate"));
        assertThat(stops()).isEqualTo(saved.plus(Duration.ofMinutes(1)));
    }

    @Test
    void open_connections_are_limited() {
        OpenedWorkspace lab = running(WorkspaceServer.APP);
        until(() -> server.workspace("lab").listens());
        List<WebSocket> sockets = new ArrayList<>();
        for (int at = 0; at < 128; at++) {
            sockets.add(server.connect(lab, new Ear()));
        }
        var response = server.get(lab.to("/"));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body())
                .contains(
                        "<h1>lab has too many open connections</h1>",
                        "At most 128 may be open at once.",
                        "Close other tabs of it and reload this page.");
        sockets.removeFirst().abort();
        until(() -> server.get(lab.to("/")).statusCode() == 200);
        sockets.forEach(WebSocket::abort);
    }
}
