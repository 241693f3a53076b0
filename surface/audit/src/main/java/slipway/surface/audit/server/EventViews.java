package slipway.surface.audit.server;

import java.util.Optional;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.RawJson;

/** Makes the API view of an event. The body is the stored JSON object, unchanged. */
public final class EventViews {

    private EventViews() {}

    public static EventView of(Event event) {
        EventDraft what = event.what();
        return new EventView(
                event.seq(),
                event.at(),
                event.kind(),
                what.version(),
                what.actor().name(),
                what.actor().via(),
                Optional.of(what.actor().request()).filter(id -> !id.isEmpty()),
                what.team(),
                what.subject(),
                event.pruned() ? Optional.empty() : Optional.of(new RawJson(what.body())),
                event.leaf().map(leaf -> new EventView.LeafView(leaf.index(), leaf.hash())));
    }
}
