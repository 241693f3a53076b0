package slipway.notify;

import slipway.base.TeamId;
import slipway.journal.Event;

/** Knowledge about events and teams that the modules above have. */
public interface WebhookEvents {

    /** Whether a webhook of this team may get the event. */
    boolean visibleIn(TeamId team, Event event);

    EventSummary summary(Event event);
}
