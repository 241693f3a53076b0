package slipway.surface.web.live;

import java.util.List;
import java.util.Set;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;

/** Reads the journal forward from a position. No event is returned twice, and none is skipped. */
public final class JournalTail {

    private final Source source;
    private final Set<JournalStream> streams;
    private long position;

    /** What is read: the journal, or events of a test. */
    interface Source {

        /** The number of the newest event. */
        long newest();

        List<Event> after(Set<JournalStream> streams, long seq, int limit);
    }

    JournalTail(Source source, Set<JournalStream> streams, long position) {
        this.source = source;
        this.streams = streams;
        this.position = position;
    }

    /**
     * Reads after an event.
     *
     * @param position the number of the event
     */
    public static JournalTail of(Journal journal, Set<JournalStream> streams, long position) {
        var source =
                new Source() {
                    @Override
                    public long newest() {
                        return journal.seq();
                    }

                    @Override
                    public List<Event> after(Set<JournalStream> which, long seq, int limit) {
                        return journal.events(which, seq, limit);
                    }
                };
        return new JournalTail(source, streams, position);
    }

    /** The number of the event up to which everything was returned or is of another stream. */
    public long position() {
        return position;
    }

    /** The next events, at most {@code limit}; empty if there is none at present. */
    public List<Event> next(int limit) {
        // Read before the events: all up to this number are in the next answer, and perhaps some
        // after it.
        long newest = source.newest();
        List<Event> events = source.after(streams, position, limit);
        long last = events.isEmpty() ? position : events.getLast().seq();
        position = events.size() < limit ? Math.max(last, newest) : last;
        return events;
    }
}
