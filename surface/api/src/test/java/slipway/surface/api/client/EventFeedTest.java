package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.testkit.MovingClock;

@Tag("network")
class EventFeedTest {

    private static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

    private final MovingClock clock = MovingClock.at("2026-11-15T09:00:00Z");
    private final List<Duration> pauses = new ArrayList<>();
    private final Scripted server = Scripted.plain();
    private final ApiClient apiClient =
            client(
                    Duration.ofSeconds(20),
                    pause -> {
                        pauses.add(pause);
                        clock.forward(pause);
                    });

    private ApiClient client(Duration quiet, Retry.Sleeper sleeper) {
        ServerContext serverContext = ServerContext.open("lab", server.url());
        return new ApiClient(
                () -> serverContext,
                new ClientTimeouts(
                        Duration.ofSeconds(20), quiet, clock, new SplittableRandom(1), sleeper));
    }

    @AfterEach
    void close() throws IOException {
        apiClient.close();
        server.close();
    }

    private static String event(int seq) {
        return """
        id: %d
        data: {"seq": %d, "at": "2026-11-15T09:00:00Z", "kind": "note.created", "version": 1, "actor": "mira",
        data:  "via": "api", "subject": "note/1", "news": 1}

        """
                .formatted(seq, seq);
    }

    private void streams(String text) {
        server.then(socket -> Scripted.say(socket, STREAM + text));
    }

    private EventFeed<EventView> follow() {
        return apiClient.follow(ApiCall.to(EventRoutes.EVENTS));
    }

    @Test
    void things_come_as_they_happen_and_comments_are_passed_over() throws Exception {
        var second = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        server.then(
                socket -> {
                    Scripted.say(socket, STREAM + ": welcome\n\n" + event(1));
                    second.await();
                    Scripted.say(socket, ": still here\n\n" + event(2));
                    end.await();
                });
        try (EventFeed<EventView> eventFeed = follow()) {
            assertEquals(1, eventFeed.next().seq());
            second.countDown();
            assertEquals(2, eventFeed.next().seq());
        }
        end.countDown();
        assertEquals("text/event-stream", server.header(0, "Accept"));
        assertEquals("", server.header(0, "Last-Event-ID"));
    }

    @Test
    void a_stream_that_breaks_off_goes_on_after_the_last_whole_event() {
        streams(event(1) + event(2) + event(3).substring(0, 40));
        streams(event(3));
        try (EventFeed<EventView> eventFeed = follow()) {
            assertEquals(
                    List.of(1L, 2L, 3L),
                    List.of(
                            eventFeed.next().seq(),
                            eventFeed.next().seq(),
                            eventFeed.next().seq()));
        }
        assertEquals("2", server.header(1, "Last-Event-ID"));
    }

    @Test
    void it_comes_back_no_sooner_than_the_server_asks() {
        streams("retry: 5000\n\n" + event(1));
        server.answers("503 Service Unavailable\r\nRetry-After: 11", "");
        streams(event(2));
        try (EventFeed<EventView> eventFeed = follow()) {
            eventFeed.next();
            eventFeed.next();
        }
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(26));
    }

    @Test
    void a_stream_on_which_nothing_comes_is_taken_for_broken() {
        var end = new CountDownLatch(1);
        server.then(
                socket -> {
                    Scripted.say(socket, STREAM + event(1));
                    end.await();
                });
        streams(event(2));
        try (ApiClient wary = client(Duration.ofMillis(50), _ -> end.countDown());
                EventFeed<EventView> eventFeed = wary.follow(ApiCall.to(EventRoutes.EVENTS))) {
            assertEquals(1, eventFeed.next().seq());
            assertEquals(2, eventFeed.next().seq());
        }
        assertEquals("1", server.header(1, "Last-Event-ID"));
    }

    @Test
    void a_refusal_is_heard_at_once() {
        server.answers(
                "403 Forbidden\r\nContent-Type: application/problem+json",
                """
                {"type": "about:blank", "status": 403, "code": "not-allowed",
                 "title": "No.", "detail": "No.", "next": "No."}""");
        assertThatThrownBy(this::follow)
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertEquals("not-allowed", p.code().name()));
        assertThat(pauses).isEmpty();
    }

    @Test
    void a_server_that_stays_away_is_given_up() throws IOException {
        streams(event(1));
        try (EventFeed<EventView> eventFeed = follow()) {
            eventFeed.next();
            server.close();
            assertThatThrownBy(eventFeed::hasNext)
                    .isInstanceOfSatisfying(
                            Problem.class, p -> assertEquals("unreachable", p.code().name()));
        }
        assertEquals(9, pauses.size());
    }

    @Test
    void a_server_that_says_it_is_over_ends_it() {
        streams(event(1));
        server.answers("204 No Content", "");
        try (EventFeed<EventView> eventFeed = follow()) {
            eventFeed.next();
            assertThat(eventFeed.hasNext()).isFalse();
        }
    }

    @Test
    void what_is_no_event_of_ours_is_a_problem() {
        streams("data: {\"seq\": \"one\"}\n\n");
        try (EventFeed<EventView> eventFeed = follow()) {
            assertThatThrownBy(eventFeed::hasNext)
                    .hasMessageContaining("/api/v1/events sent an event that cannot be decoded.");
        }
    }

    @Test
    void a_line_without_an_end_is_a_problem() {
        server.then(
                socket -> {
                    Scripted.say(socket, STREAM);
                    String much = "a".repeat(1 << 20);
                    for (int i = 0; i < 5; i++) {
                        Scripted.say(socket, much);
                    }
                });
        try (EventFeed<EventView> eventFeed = follow()) {
            assertThatThrownBy(eventFeed::hasNext)
                    .isInstanceOfSatisfying(
                            Problem.class,
                            p -> assertEquals("answer-not-understood", p.code().name()));
        }
    }

    @Test
    void an_answer_that_is_no_stream_is_a_problem() {
        server.answersJson("{\"items\": []}");
        assertThatThrownBy(this::follow)
                .hasMessageContaining("/api/v1/events answered 200 with application/json.");
    }

    @Test
    void closing_wakes_a_thread_that_waits_for_the_next_event() throws Exception {
        var end = new CountDownLatch(1);
        var waiting = new CountDownLatch(1);
        server.then(
                socket -> {
                    Scripted.say(socket, STREAM + ": welcome\n\n");
                    waiting.countDown();
                    end.await();
                });
        EventFeed<EventView> eventFeed = follow();
        var more = CompletableFuture.supplyAsync(eventFeed::hasNext);
        waiting.await();
        eventFeed.close();
        assertThat(more.get(20, TimeUnit.SECONDS)).isFalse();
        end.countDown();
    }

    @Test
    void closing_wakes_a_thread_that_waits_to_reconnect() throws Exception {
        var pausing = new CountDownLatch(1);
        streams(event(1));
        Retry.Sleeper endless =
                _ -> {
                    pausing.countDown();
                    new CountDownLatch(1).await();
                };
        try (ApiClient patient = client(Duration.ofSeconds(20), endless)) {
            EventFeed<EventView> eventFeed = patient.follow(ApiCall.to(EventRoutes.EVENTS));
            eventFeed.next();
            var more =
                    CompletableFuture.supplyAsync(
                            () -> !eventFeed.hasNext() && !Thread.currentThread().isInterrupted());
            pausing.await();
            eventFeed.close();
            assertThat(more.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void what_is_never_live_cannot_be_followed() {
        assertThatThrownBy(() -> apiClient.follow(ApiCall.to(TestRoutes.LIST)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
