package slipway.surface.web.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;

/**
 * Searches the journal backwards from its newest event. The number of scanned events is limited; a page with few
 * matches has a position to continue from.
 */
public final class JournalSearch {

    /** The maximum number of events scanned for a page. */
    public static final int MAX_SCANNED = 10_000;

    private static final int BATCH = 500;

    private final Source source;

    /** Reads the events before a number, newest first. */
    @FunctionalInterface
    interface Source {
        List<Event> before(Set<JournalStream> streams, long seq, int limit);
    }

    JournalSearch(Source source) {
        this.source = source;
    }

    public static JournalSearch in(Journal journal) {
        return new JournalSearch(journal::eventsBefore);
    }

    /**
     * A search.
     *
     * @param before only events with a smaller number
     * @param since no older events
     */
    public record Query(
            Set<JournalStream> streams, long before, Instant since, Predicate<Event> predicate) {

        /** The same before another event. */
        public Query before(long seq) {
            return new Query(streams, seq, since, predicate);
        }
    }

    /**
     * The result of a search.
     *
     * @param events the newest matching events
     * @param matched the number of matches among the scanned events
     * @param complete whether all events of the query were scanned
     * @param continueBefore the number before which the next page begins, if there is one
     */
    public record Found(
            List<Event> events, long matched, boolean complete, Optional<Long> continueBefore) {

        public Found {
            events = List.copyOf(events);
        }
    }

    /** Finds the newest matching events, up to a limit, and counts all matches. */
    public Found find(Query query, int limit) {
        return find(query, limit, MAX_SCANNED);
    }

    public Found find(Query query, int limit, int maxScanned) {
        var scan = new Scan(query, limit);
        for (int scanned = 0; scanned < maxScanned && !scan.over; scanned += BATCH) {
            List<Event> events = source.before(query.streams(), scan.at, BATCH);
            events.forEach(scan::take);
            scan.over |= events.size() < BATCH;
        }
        return scan.found();
    }

    /** The number of the first event that is not before an instant; events are in the order of their times. */
    public long firstFrom(Instant instant, long newest) {
        long low = 1;
        long high = newest + 1;
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (isBefore(instant, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Compacted ticks leave gaps in the numbers; then the event before the gap decides. */
    private boolean isBefore(Instant instant, long seq) {
        List<Event> at = source.before(Set.of(JournalStream.values()), seq + 1, 1);
        return at.isEmpty() || at.getFirst().at().isBefore(instant);
    }

    /** A search in progress. */
    private static final class Scan {

        private final Query query;
        private final int limit;
        private final List<Event> events = new ArrayList<>();
        private long at;
        private long matched;
        private boolean over;

        Scan(Query query, int limit) {
            this.query = query;
            this.limit = limit;
            this.at = query.before();
        }

        void take(Event event) {
            over |= event.at().isBefore(query.since());
            if (over) {
                return;
            }
            at = event.seq();
            if (query.predicate().test(event)) {
                matched++;
                if (events.size() < limit) {
                    events.add(event);
                }
            }
        }

        Found found() {
            Optional<Long> next =
                    matched > events.size()
                            ? Optional.of(events.getLast().seq())
                            : Optional.of(at).filter(_ -> !over);
            return new Found(events, matched, over, next);
        }
    }
}
