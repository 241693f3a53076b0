package slipway.surface.audit.server;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import slipway.base.Problem;
import slipway.identity.AccessControl;
import slipway.journal.Event;
import slipway.journal.HistoryQuery;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.spec.BlockValues;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;
import slipway.surface.web.live.EventFilter;
import slipway.surface.web.live.EventHub;
import slipway.surface.web.live.JournalTail;
import slipway.surface.web.live.PrincipalViewer;

/**
 * Serves the journal in pages or as an endless stream of server-sent events. A stream begins now, unless the client
 * gives a position: its last event when it reconnects, or where to begin. Before it sends events, it takes the present
 * roles of its reader.
 */
public final class EventHandlers {

    private static final int BATCH = 500;

    /** The maximum number of events scanned for a page; a page with few matches has a cursor to continue. */
    private static final int MAX_SCANNED = 10_000;

    /** The number of streams that read the past at a time; the others wait. */
    private static final int MAX_REPLAYS = 8;

    private final Journal journal;
    private final EventHub hub;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final Semaphore replays = new Semaphore(MAX_REPLAYS);

    public EventHandlers(
            Journal journal, EventHub hub, AccessControl accessControl, InstantSource clock) {
        this.journal = journal;
        this.hub = hub;
        this.accessControl = accessControl;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(new RouteHandler.Streamed<>(EventRoutes.EVENTS, this::page, this::stream));
    }

    /** Reads events on one side of an event, in the order of the page. */
    private interface EventReader {
        List<Event> read(Set<JournalStream> streams, long seq, int limit);
    }

    private ListPage<EventView> page(AuthorizedRequest<NoBody> request) {
        boolean newestFirst = request.query().get(EventRoutes.ORDER) == EventRoutes.Order.NEWEST;
        return scan(
                request,
                start(request, () -> newestFirst ? Long.MAX_VALUE : 0),
                reader(EventFilter.of(request.query()), streams(request.query()), newestFirst));
    }

    /** Facts about one subject, or of one team, are read by an index. */
    private EventReader reader(
            EventFilter filter, Set<JournalStream> streams, boolean newestFirst) {
        boolean indexed = !streams.contains(JournalStream.TICKS);
        if (indexed && filter.subject().isPresent()) {
            return history(HistoryQuery.Of.SUBJECT, filter.subject().get(), newestFirst);
        }
        if (indexed && filter.team().isPresent()) {
            return history(HistoryQuery.Of.TEAM, filter.team().get(), newestFirst);
        }
        return newestFirst ? journal::eventsBefore : journal::events;
    }

    private EventReader history(HistoryQuery.Of of, String value, boolean newestFirst) {
        return (_, seq, limit) ->
                journal.history(new HistoryQuery(of, value, newestFirst, seq, limit));
    }

    private static ListPage<EventView> scan(
            AuthorizedRequest<NoBody> request, long start, EventReader reader) {
        var filter = EventFilter.of(request.query());
        int limit = request.query().get(CursorPaging.LIMIT);
        List<EventView> items = new ArrayList<>();
        long seen = start;
        for (int scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
            List<Event> events = reader.read(streams(request.query()), seen, BATCH);
            for (Event event : events) {
                if (items.size() == limit) {
                    return new ListPage<>(
                            items, Optional.of(CursorPaging.cursor(Long.toString(seen))));
                }
                seen = event.seq();
                if (filter.matches(event) && EventFilter.maySee(request.principal(), event)) {
                    items.add(EventViews.of(event));
                }
            }
            if (events.size() < BATCH) {
                return new ListPage<>(items, Optional.empty());
            }
        }
        return new ListPage<>(items, Optional.of(CursorPaging.cursor(Long.toString(seen))));
    }

    /** The position to read from. The last event of an interrupted stream takes precedence. */
    private static long start(AuthorizedRequest<NoBody> request, LongSupplier defaultStart) {
        return request.details()
                .lastEvent()
                .or(() -> CursorPaging.lastSeen(request.query()).map(EventHandlers::decodeCursor))
                .or(() -> request.query().find(EventRoutes.SINCE))
                .orElseGet(defaultStart::getAsLong);
    }

    private static long decodeCursor(String seen) {
        if (!seen.matches("[0-9]{1,18}")) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The cursor is not valid.",
                    "'after' is a cursor of another list.",
                    "Use the 'next' cursor of a page of events.");
        }
        return Long.parseLong(seen);
    }

    /** Facts only, unless the query includes ticks. */
    private static Set<JournalStream> streams(BlockValues query) {
        return query.get(EventRoutes.STREAMS) == EventRoutes.Streams.ALL
                ? EnumSet.allOf(JournalStream.class)
                : EnumSet.of(JournalStream.FACTS);
    }

    private void stream(AuthorizedRequest<NoBody> request, SseWriter writer)
            throws IOException, InterruptedException {
        Set<JournalStream> streams = streams(request.query());
        new EventStream(
                        EventFilter.of(request.query()),
                        new PrincipalViewer(accessControl, clock, request.principal()),
                        JournalTail.of(journal, streams, start(request, journal::seq)),
                        writer)
                .run(hub, streams, replays);
    }
}
