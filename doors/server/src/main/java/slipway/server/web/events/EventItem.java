package slipway.server.web.events;

import java.time.Instant;
import slipway.base.TimeFormat;
import slipway.journal.Event;
import slipway.server.api.journal.EventViews;
import slipway.wire.journal.EventSentence;
import slipway.wire.journal.EventView;

/**
 * One line of a list of events.
 *
 * @param via the door it came through, as people write it
 */
public record EventItem(
        long seq, Instant at, EventSentence sentence, String kind, String team, String via) {

    public static EventItem of(Event event, TimeFormat timeFormat) {
        EventView view = EventViews.of(event);
        return new EventItem(
                view.seq(),
                view.at(),
                EventSentence.of(view, timeFormat),
                view.kind(),
                view.team().orElse(""),
                EventSentence.door(view));
    }
}
