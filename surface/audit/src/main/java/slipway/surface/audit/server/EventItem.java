package slipway.surface.audit.server;

import java.time.Instant;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.surface.api.event.EventSentence;
import slipway.surface.api.event.EventView;

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
                EventSentence.channel(view));
    }
}
