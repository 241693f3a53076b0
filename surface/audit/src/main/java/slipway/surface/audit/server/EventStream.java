package slipway.surface.audit.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import slipway.journal.Event;
import slipway.journal.JournalStream;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.web.http.SseWriter;
import slipway.surface.web.live.EventFilter;
import slipway.surface.web.live.EventHub;
import slipway.surface.web.live.EventSubscription;
import slipway.surface.web.live.HubEvent;
import slipway.surface.web.live.JournalTail;
import slipway.surface.web.live.StreamViewer;

/**
 * The events of one client: first what the journal has after its position, then what the hub hands to it. It ends when
 * the client is too slow, which can resume after the last event. When the access of its viewer ends, it sends nothing
 * more and is interrupted.
 */
final class EventStream {

    private static final JsonCodec<EventView> CODEC = JsonCodec.of(EventView.class);
    private static final int PAGE_SIZE = 500;
    private static final Duration PING = Duration.ofSeconds(15);

    /** Events within this time are sent together; the first one is sent at once. */
    private static final Duration GATHER = Duration.ofMillis(100);

    private final EventFilter filter;
    private final StreamViewer viewer;
    private final JournalTail tail;
    private final SseWriter writer;
    private long sent;

    /**
     * @param tail the journal after the position of the client
     */
    EventStream(EventFilter filter, StreamViewer viewer, JournalTail tail, SseWriter writer) {
        this.filter = filter;
        this.viewer = viewer;
        this.tail = tail;
        this.writer = writer;
        this.sent = tail.position();
    }

    /**
     * Streams until the access or the connection ends.
     *
     * @param replays limits how many streams read the past at a time
     */
    void run(EventHub hub, Set<JournalStream> streams, Semaphore replays)
            throws IOException, InterruptedException {
        writer.ready(sent);
        writer.flush();
        boolean more = true;
        while (more && viewer.refresh()) {
            more = replayPage(replays) == PAGE_SIZE;
        }
        try (EventSubscription subscription = hub.subscribe(viewer, filter, streams)) {
            while (tail.position() < subscription.start() && viewer.refresh()) {
                replayPage(replays);
            }
            follow(subscription);
        }
    }

    private int replayPage(Semaphore replays) throws IOException, InterruptedException {
        List<Event> events;
        replays.acquire();
        try {
            events = tail.next(PAGE_SIZE);
        } finally {
            replays.release();
        }
        for (Event event : events) {
            if (filter.matches(event) && viewer.maySee(event)) {
                send(event, text(event));
            }
        }
        moveTo(tail.position());
        writer.flush();
        return events.size();
    }

    private void follow(EventSubscription subscription) throws IOException, InterruptedException {
        boolean news = true;
        while (true) {
            Optional<String> end = subscription.end();
            if (end.isPresent()) {
                writer.end(end.get());
                return;
            }
            EventSubscription.Batch batch = subscription.take();
            boolean allowed = viewer.refresh();
            if (allowed) {
                batch.events().forEach(this::send);
            }
            if (!news && allowed) {
                writer.comment("still here");
                moveTo(batch.position());
            }
            writer.flush();
            if (!batch.events().isEmpty()) {
                subscription.gather(GATHER);
            }
            news = subscription.await(PING);
        }
    }

    /** What the journal had already is not sent again. */
    private void send(HubEvent event) {
        if (event.event().seq() > sent) {
            send(event.event(), event.text(EventStream::text));
        }
    }

    private void send(Event event, String json) {
        writer.event(event.seq(), event.kind(), json);
        sent = event.seq();
    }

    /** The events up to this one do not concern the client; it need not ask for them again. */
    private void moveTo(long position) {
        if (position > sent) {
            writer.position(position);
            sent = position;
        }
    }

    private static String text(Event event) {
        return new String(CODEC.write(EventViews.of(event)), StandardCharsets.UTF_8);
    }
}
