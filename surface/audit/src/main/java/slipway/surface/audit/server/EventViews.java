package slipway.surface.audit.server;

import java.util.Optional;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.RawJson;

/** An event as it is sent. The body is a JSON object of its own, as it was written. */
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
                event.leaf()
                        .map(
                                merkleLeaf ->
                                        new EventView.LeafView(
                                                merkleLeaf.index(), merkleLeaf.hash())));
    }
}
