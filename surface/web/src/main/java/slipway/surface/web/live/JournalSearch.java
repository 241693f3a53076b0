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
 * Reads the journal from its newest event back. It goes a bounded way, whatever is looked for: a page that finds little
 * says where to go on.
 */
public final class JournalSearch {

    /** A page looks at so many events at most. */
    public static final int MAX_SCANNED = 10_000;

    private static final int BATCH = 500;

    private final Source source;

    /** Events before a number, the newest first. */
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
     * What is looked for.
     *
     * @param before only events with a smaller number
     * @param since nothing older
     */
    public record Query(
            Set<JournalStream> streams, long before, Instant since, Predicate<Event> wanted) {}

    /**
     * What was found.
     *
     * @param events the newest of them
     * @param matched how many there are as far as was looked
     * @param complete whether all that was asked for was looked at
     * @param continueBefore before which number the next part begins, if there is one
     */
    public record Found(
            List<Event> events, long matched, boolean complete, Optional<Long> continueBefore) {

        public Found {
            events = List.copyOf(events);
        }
    }

    /** At most so many events, and how many there are. */
    public Found find(Query query, int most) {
        return find(query, most, MAX_SCANNED);
    }

    public Found find(Query query, int most, int maxScanned) {
        var search = new Scan(query, most);
        for (int scanned = 0; scanned < maxScanned && !search.over; scanned += BATCH) {
            List<Event> events = source.before(query.streams(), search.at, BATCH);
            events.forEach(search::take);
            search.over |= events.size() < BATCH;
        }
        return search.found();
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

    /** Numbers of ticks that were compacted are gaps: what stands before one tells as much. */
    private boolean isBefore(Instant instant, long seq) {
        List<Event> at = source.before(Set.of(JournalStream.values()), seq + 1, 1);
        return at.isEmpty() || at.getFirst().at().isBefore(instant);
    }

    /** A search under way. */
    private static final class Scan {

        private final Query wish;
        private final int most;
        private final List<Event> events = new ArrayList<>();
        private long at;
        private long matched;
        private boolean over;

        Scan(Query query, int most) {
            this.wish = query;
            this.most = most;
            this.at = query.before();
        }

        void take(Event event) {
            over |= event.at().isBefore(wish.since());
            if (over) {
                return;
            }
            at = event.seq();
            if (wish.wanted().test(event)) {
                matched++;
                if (events.size() < most) {
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
