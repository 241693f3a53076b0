package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.TestServer;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;

@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class EventStreamTest {

    private static final int LIMIT = 100;

    @TempDir static Path data;
    private static TestServer server;

    @BeforeAll
    static void open() {
        server = TestServer.open(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static long note(String text) {
        return server.local()
                .call(ApiCall.to(EventRoutes.NOTE).sending(new EventRoutes.NewNote(text)))
                .seq();
    }

    @Test
    void a_stream_begins_now() {
        note("past");
        ApiClient client = server.local();
        try (EventFeed<EventView> feed =
                client.follow(
                        ApiCall.to(EventRoutes.EVENTS).query(EventRoutes.KIND, "note.created"))) {
            long position = Long.parseLong(feed.start().orElseThrow());
            long next = note("next");
            assertThat(position).isLessThan(next);
            assertThat(feed.next().seq()).isEqualTo(next);
        }
    }

    @Test
    void a_stream_replays_from_the_position_that_is_given() {
        List<Long> written = List.of(note("one"), note("two"), note("three"));
        var call = ApiCall.to(EventRoutes.EVENTS).query(EventRoutes.KIND, "note.created");
        assertThat(first(call.query(EventRoutes.SINCE, written.get(0)), 2))
                .isEqualTo(written.subList(1, 3));
        assertThat(first(call.query(EventRoutes.SINCE, 0L), 1).getFirst())
                .isLessThanOrEqualTo(written.getFirst());
    }

    /** More entries than are read at a time. */
    @Test
    void an_export_of_the_audit_log_contains_every_entry_once() {
        for (int i = 0; i < 700; i++) {
            note("entry " + i);
        }
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        RawHttp.Response response =
                new RawHttp(server.url().toString())
                        .send("GET", "/admin/audit/journal.csv?when=ever&by=all", headers, "");
        assertThat(response.header("Content-Type")).contains("text/csv; charset=utf-8");
        List<String> numbers =
                response.body()
                        .lines()
                        .map(line -> line.replaceAll("^([0-9]+),.*", "$1"))
                        .filter(number -> number.matches("[0-9]+"))
                        .toList();
        assertThat(numbers).hasSizeGreaterThan(700).doesNotHaveDuplicates().endsWith("1");
    }

    private static List<Long> first(
            ApiCall<?, slipway.surface.api.json.ListPage<EventView>> call, int count) {
        List<Long> numbers = new ArrayList<>();
        try (EventFeed<EventView> feed = server.local().follow(call)) {
            while (numbers.size() < count) {
                numbers.add(feed.next().seq());
            }
        }
        return numbers;
    }

    /** Otherwise one user could take all streams of the server. */
    @Test
    void the_streams_of_a_user_have_one_limit_whatever_their_kind(@TempDir Path other)
            throws IOException {
        List<Socket> open = new ArrayList<>();
        try (TestServer fresh = TestServer.open(other)) {
            for (int i = 0; i < LIMIT; i++) {
                Socket socket = stream(fresh, i % 2 == 0 ? "/api/v1/events" : "/live");
                open.add(socket);
                assertThat(status(socket)).isEqualTo(200);
            }
            for (String path : List.of("/api/v1/events", "/live")) {
                try (Socket refused = stream(fresh, path)) {
                    assertThat(status(refused)).isEqualTo(429);
                }
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static Socket stream(TestServer at, String path) throws IOException {
        Socket socket = new RawHttp(at.url().toString()).open();
        String text =
                String.join(
                        "\r\n",
                        "GET " + path + " HTTP/1.1",
                        "Host: 127.0.0.1",
                        "Accept: text/event-stream",
                        "Authorization: Bearer " + at.localToken(),
                        "",
                        "");
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    private static int status(Socket socket) throws IOException {
        String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
        return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
    }
}
