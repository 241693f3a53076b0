package slipway.surface.audit.server;

import java.time.Instant;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.surface.api.event.EventSentence;
import slipway.surface.api.event.EventView;

/**
 * A row of a list of events.
 *
 * @param via the channel: CLI, API, web or Slipway
 */
public record EventItem(
        long seq, Instant at, EventSentence sentence, String kind, String team, String via) {

    public static EventItem of(Event event, TimeFormat times) {
        EventView view = EventViews.of(event);
        return new EventItem(
                view.seq(),
                view.at(),
                EventSentence.of(view, times),
                view.kind(),
                view.team().orElse(""),
                EventSentence.channel(view));
    }
}
