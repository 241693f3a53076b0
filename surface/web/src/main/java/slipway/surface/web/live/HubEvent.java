package slipway.surface.web.live;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slipway.journal.Event;

/** An event on its way to streams. Its topics and its text are computed once for all of them. */
public final class HubEvent {

    private final Event event;
    private final Set<Topic> topics;
    private volatile @Nullable String text;

    HubEvent(Event event) {
        this.event = event;
        this.topics = Topic.of(event);
    }

    public Event event() {
        return event;
    }

    Set<Topic> topics() {
        return topics;
    }

    /**
     * Its text in a stream, computed for the first stream that sends it.
     *
     * @param encode the same function for all streams
     */
    public String text(Function<Event, String> encode) {
        String known = text;
        if (known == null) {
            known = encode.apply(event);
            text = known;
        }
        return known;
    }
}
