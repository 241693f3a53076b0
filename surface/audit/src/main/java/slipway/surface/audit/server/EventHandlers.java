package slipway.surface.audit.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.spec.BlockValues;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;
import slipway.surface.web.live.EventFilter;

/**
 * The journal a page at a time, or for ever as server-sent events. Who comes back with the number of the last event
 * goes on where it stopped. A stream looks again who its reader is whenever something has happened: whoever is shut
 * out hears no more.
 */
public final class EventHandlers {

    private static final JsonCodec<EventView> EVENT = JsonCodec.of(EventView.class);
    private static final int BATCH = 500;

    /** A page looks at so many events at most; one that finds few says where to go on. */
    private static final int FARTHEST = 10_000;

    private static final Duration PING = Duration.ofSeconds(15);

    /**
     * An event may be heard a moment before what it changed is seen: who was shut out by it is looked for once more.
     */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final Journal journal;
    private final AccessControl accessControl;
    private final InstantSource clock;

    public EventHandlers(Journal journal, AccessControl accessControl, InstantSource clock) {
        this.journal = journal;
        this.accessControl = accessControl;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(new RouteHandler.Streamed<>(EventRoutes.EVENTS, this::page, this::stream));
    }

    /** A part of the journal on one side of an event, in the order in which it is walked. */
    private interface Part {
        List<Event> of(Set<JournalStream> streams, long seq, int limit);
    }

    private ListPage<EventView> page(AuthorizedRequest<NoBody> authorizedRequest) {
        return authorizedRequest.query().get(EventRoutes.ORDER) == EventRoutes.Order.NEWEST
                ? walked(
                        authorizedRequest,
                        begin(authorizedRequest, Long.MAX_VALUE),
                        journal::eventsBefore)
                : walked(authorizedRequest, begin(authorizedRequest, 0), journal::events);
    }

    private static ListPage<EventView> walked(
            AuthorizedRequest<NoBody> authorizedRequest, long begin, Part part) {
        var filter = new EventFilter(authorizedRequest.query());
        int limit = authorizedRequest.query().get(CursorPaging.LIMIT);
        List<EventView> items = new ArrayList<>();
        long seen = begin;
        for (int looked = 0; looked < FARTHEST; looked += BATCH) {
            List<Event> events = part.of(streams(authorizedRequest.query()), seen, BATCH);
            for (Event event : events) {
                if (items.size() == limit) {
                    return new ListPage<>(
                            items, Optional.of(CursorPaging.cursor(Long.toString(seen))));
                }
                seen = event.seq();
                if (filter.matches(event)
                        && EventFilter.maySee(authorizedRequest.principal(), event)) {
                    items.add(EventViews.of(event));
                }
            }
            if (events.size() < BATCH) {
                return new ListPage<>(items, Optional.empty());
            }
        }
        return new ListPage<>(items, Optional.of(CursorPaging.cursor(Long.toString(seen))));
    }

    /** A stream that was broken off knows best where it was. */
    private static long begin(AuthorizedRequest<NoBody> authorizedRequest, long otherwise) {
        return authorizedRequest
                .details()
                .lastEvent()
                .or(() -> CursorPaging.lastSeen(authorizedRequest.query()).map(EventHandlers::seq))
                .orElse(otherwise);
    }

    private static long seq(String seen) {
        if (!seen.matches("[0-9]{1,18}")) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The list cannot go on from there.",
                    "'after' is a cursor of another list.",
                    "Take the cursor from 'next' of a page of events.");
        }
        return Long.parseLong(seen);
    }

    /** Facts, unless ticks are asked for too. */
    private static Set<JournalStream> streams(BlockValues query) {
        return query.get(EventRoutes.STREAMS) == EventRoutes.Streams.ALL
                ? EnumSet.allOf(JournalStream.class)
                : EnumSet.of(JournalStream.FACTS);
    }

    private void stream(AuthorizedRequest<NoBody> authorizedRequest, SseWriter sink)
            throws IOException, InterruptedException {
        var filter = new EventFilter(authorizedRequest.query());
        Set<JournalStream> streams = streams(authorizedRequest.query());
        long after = begin(authorizedRequest, 0);
        boolean fresh = true;
        sink.comment("welcome");
        while (true) {
            Optional<Principal> visitor =
                    accessControl.recheck(authorizedRequest.principal(), clock.instant());
            if (visitor.isEmpty()) {
                sink.comment("you are no longer signed in");
                sink.flush();
                return;
            }
            long newest = journal.seq();
            List<Event> events = journal.events(streams, after, BATCH);
            send(events, filter, visitor.get(), sink);
            after = events.size() < BATCH ? Math.max(after, newest) : events.getLast().seq();
            sink.flush();
            boolean more = journal.awaitAfter(after, fresh ? LOOK_AGAIN : PING);
            if (!more && !fresh) {
                sink.comment("still here");
            }
            fresh = more;
        }
    }

    private static void send(
            List<Event> events, EventFilter filter, Principal principal, SseWriter sink) {
        long skipped = 0;
        for (Event event : events) {
            if (filter.matches(event) && EventFilter.maySee(principal, event)) {
                String json = new String(EVENT.write(EventViews.of(event)), StandardCharsets.UTF_8);
                sink.event(event.seq(), event.kind(), json);
                skipped = 0;
            } else {
                skipped = event.seq();
            }
        }
        if (skipped > 0) {
            sink.position(skipped);
        }
    }
}
