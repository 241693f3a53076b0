package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.run.server.proxy.Studio.until;

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
import slipway.surface.run.server.proxy.Studio.Entered;
import slipway.testkit.MovingClock;

/** What is said while a workspace does not listen, what counts as use of it, and how many may be there at once. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class WorkspaceUseTest {

    @TempDir Path data;
    private final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    private Studio studio;

    @BeforeEach
    void open() {
        studio = Studio.in(data, clock);
    }

    @AfterEach
    void close() {
        studio.close();
    }

    private Entered running(String run) {
        studio.submit("lab", run);
        until(() -> studio.shown("lab").state().equals("running"));
        return studio.entered(studio.admin(), "lab");
    }

    @Test
    void one_that_never_listens_is_told_of_with_why_and_what_to_do() {
        Entered lab = running("exec tail -f /dev/null");
        assertThat(studio.get(lab.to("/")).body())
                .contains("lab is starting", "<meta http-equiv=\"refresh\" content=\"3\">");
        clock.forward(Duration.ofMinutes(5).plusSeconds(1));
        var answer = studio.get(lab.to("/"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .contains(
                        "<h1>lab does not listen</h1>",
                        "It has run for 5 min 01 s, and no process listens on the Unix socket in SLIPWAY_SOCKET.",
                        "Find the cause in its log: slipway logs lab",
                        "content=\"30\"");
    }

    @Test
    void one_that_listens_late_is_let_in_as_soon_as_it_does() throws IOException {
        String waits = "while [ ! -e go ]; do sleep 0.05; done\n";
        String app = "exec python3 - <<'END'\n" + Studio.APP + "END\n";
        Entered lab = running(waits + app);
        assertThat(studio.get(lab.to("/")).body()).contains("lab is starting");
        clock.forward(Duration.ofMinutes(6));
        assertThat(studio.get(lab.to("/")).body()).contains("lab does not listen");
        String id = studio.shown("lab").id();
        Files.createFile(data.resolve("attempts").resolve(id).resolve("1/work/go"));
        until(() -> studio.get(lab.to("/")).statusCode() == 200);
    }

    private Instant stops() {
        return studio.shown("lab").stops().orElseThrow();
    }

    /** The clock stands still, so that what it computes does not count, and moves only between two looks. */
    @Test
    void who_types_or_clicks_uses_it_and_a_page_that_is_only_open_does_not() {
        Entered lab = running(Studio.APP);
        until(() -> studio.shown("lab").listens());
        until(() -> studio.shown("lab").stops().isPresent());
        Instant begun = stops();
        clock.forward(Duration.ofMinutes(1));
        var ear = new Ear();
        WebSocket socket = studio.connected(lab, ear);
        until(() -> ear.heard().equals("early."));
        socket.sendPing(ByteBuffer.allocate(0)).join();
        until(() -> ear.heard().equals("early.ping."));
        assertThat(studio.get(lab.to("/api/news")).statusCode()).isEqualTo(200);
        assertThat(studio.shown("lab").stops()).as("news and pings").contains(begun);

        socket.sendText("print(1)", true).join();
        until(() -> ear.heard().equals("early.ping.print(1)."));
        Instant typed = stops();
        assertThat(typed).isEqualTo(begun.plus(Duration.ofMinutes(1)));

        clock.forward(Duration.ofMinutes(1));
        studio.get(lab.to("/save").POST(BodyPublishers.ofString("x")));
        Instant saved = stops();
        assertThat(saved).isEqualTo(typed.plus(Duration.ofMinutes(1)));

        clock.forward(Duration.ofMinutes(1));
        studio.get(lab.to("/").header("Sec-Fetch-Mode", "navigate"));
        assertThat(stops()).isEqualTo(saved.plus(Duration.ofMinutes(1)));
    }

    @Test
    void so_many_may_be_there_at_once_and_whoever_comes_then_is_told() {
        Entered lab = running(Studio.APP);
        until(() -> studio.shown("lab").listens());
        List<WebSocket> sockets = new ArrayList<>();
        for (int at = 0; at < 128; at++) {
            sockets.add(studio.connected(lab, new Ear()));
        }
        var answer = studio.get(lab.to("/"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .contains(
                        "<h1>lab has too many open connections</h1>",
                        "At most 128 may be open at once.",
                        "Close other tabs of it and reload this page.");
        sockets.removeFirst().abort();
        until(() -> studio.get(lab.to("/")).statusCode() == 200);
        sockets.forEach(WebSocket::abort);
    }
}
