package slipway.surface.web.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.journal.JournalStream;

/** The events of a stream that match its filter. A client that falls too far behind reads them from the journal. */
public final class EventSubscription extends HubSubscription {

    /** A stream that is further behind ends, and its client resumes from the journal. */
    static final int MAX_WAITING = 1_000;

    private final EventFilter filter;
    private final Set<JournalStream> streams;
    private List<HubEvent> waiting = new ArrayList<>();

    EventSubscription(
            EventHub hub, StreamViewer viewer, EventFilter filter, Set<JournalStream> streams) {
        super(hub, viewer);
        this.filter = filter;
        this.streams = Set.copyOf(streams);
    }

    /**
     * Events in order.
     *
     * @param position the stream is complete up to this event
     */
    public record Batch(List<HubEvent> events, long position) {}

    /** Takes the events that wait. */
    public Batch take() {
        return take(
                position -> {
                    List<HubEvent> taken = waiting;
                    waiting = new ArrayList<>();
                    long last = taken.isEmpty() ? 0 : taken.getLast().event().seq();
                    return new Batch(taken, Math.max(position, last));
                });
    }

    @Override
    Optional<String> subject() {
        return filter.subject();
    }

    @Override
    boolean wants(HubEvent event) {
        return streams.contains(event.event().what().stream()) && filter.matches(event.event());
    }

    @Override
    boolean add(HubEvent event) {
        if (waiting.size() >= MAX_WAITING) {
            return false;
        }
        return waiting.add(event);
    }

    @Override
    boolean hasNews() {
        return !waiting.isEmpty();
    }
}
