package slipway.surface.audit.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventRoutes.NoteView;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.RawJson;
import slipway.testkit.Golden;

@Tag("network")
class EventsCommandTest {

    private static final List<EventView> NEWEST_FIRST =
            List.of(
                    note(
                            3,
                            "2026-09-17T14:19:34Z",
                            "Rack 3 moved \u001b[31m 🚢 and\na very long story about it"),
                    note(2, "2026-09-14T09:05:07Z", "second"),
                    note(1, "2025-03-03T09:05:07Z", "first"));

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void events_prints_the_newest_last() {
        server.answering(
                ApiCall.to(EventRoutes.EVENTS)
                        .query(EventRoutes.TEAM, "vision")
                        .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                        .query(CursorPaging.LIMIT, 20),
                new ListPage<>(NEWEST_FIRST, Optional.empty()));
        for (int width : List.of(40, 80)) {
            TestShell shell = new TestShell(home).asking(server).wide(width);
            assertThat(shell.run("events", "--team", "vision"))
                    .as(server.requests().toString())
                    .isZero();
            Golden.matches("journal/events-" + width + ".txt", shell.out());
        }
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("events", "--team", "vision", "--json")).isZero();
        Golden.matches("journal/events.json", shell.out());
    }

    /** As for a viewer of a quiet team: no event of the past is visible, and many of others are. */
    @Test
    void following_prints_the_past_up_to_the_position_of_the_stream_and_what_comes_after_it() {
        String later =
                JsonCodec.tree(JsonCodec.of(EventView.class).write(NEWEST_FIRST.getFirst()))
                        .toString();
        server.streamingOnce(
                ApiCall.to(EventRoutes.EVENTS),
                "retry: 1\nid: 2\nevent: ready\ndata: {\"position\":2}\n\n"
                        + "id: 3\nevent: note.created\ndata: "
                        + later
                        + "\n\nevent: end\ndata: {\"reason\":\"server-stopping\"}\n\n");
        server.answering(
                ApiCall.to(EventRoutes.EVENTS)
                        .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                        .query(CursorPaging.LIMIT, 20)
                        .query(CursorPaging.AFTER, CursorPaging.cursor("3")),
                new ListPage<>(NEWEST_FIRST.subList(1, 3), Optional.empty()));
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("events", "-f")).as(shell.err() + server.requests()).isZero();
        assertThat(shell.out().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("first"),
                        second -> assertThat(second).contains("second"),
                        third -> assertThat(third).contains("Rack 3"));
        assertThat(server.requests()).filteredOn(each -> each.startsWith("LIVE")).hasSize(2);
    }

    @Test
    void following_with_curl_uses_the_same_route() {
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("events", "-f", "--kind", "token.created", "--curl")).isZero();
        assertThat(shell.out()).contains("/api/v1/events?kind=token.created");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_note_is_added_for_all_or_for_a_team() {
        server.answering(ApiCall.to(EventRoutes.NOTE), new NoteView(184_222))
                .answering(
                        ApiCall.to(EventRoutes.TEAM_NOTE).with(PathParameter.TEAM, "vision"),
                        new NoteView(184_223));
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("note", "Replaced", "the", "fan.")).isZero();
        assertThat(shell.out()).isEqualTo("Wrote entry 184,222.\n");
        assertThat(shell.run("note", "--team", "vision", "Moved.")).isZero();
        assertThat(server.requests())
                .containsExactly(
                        "POST /api/v1/notes {\"text\":\"Replaced the fan.\"}",
                        "POST /api/v1/teams/vision/notes {\"text\":\"Moved.\"}");
        assertThat(shell.run("note")).isEqualTo(2);
    }

    private static EventView note(long seq, String at, String text) {
        return new EventView(
                seq,
                Instant.parse(at),
                "note.created",
                1,
                "mira",
                "cli",
                Optional.empty(),
                Optional.of("vision"),
                "note",
                Optional.of(
                        new RawJson(
                                "{\"text\":\""
                                        + text.replace("\u001b", "\\u001b").replace("\n", "\\n")
                                        + "\"}")),
                Optional.empty());
    }
}
