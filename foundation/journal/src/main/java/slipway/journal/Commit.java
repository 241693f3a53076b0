package slipway.journal;

import java.util.List;
import java.util.Optional;
import slipway.journal.table.RowChange;

/**
 * A change as data: its events, the table rows afterwards, and the answer to the caller. All of it becomes durable
 * together or not at all.
 *
 * @param answer JSON for the caller; stored under the idempotency key, if the commit has one
 */
public record Commit(
        Optional<IdempotencyKey> key,
        List<EventDraft> events,
        List<RowChange> rows,
        String answer) {

    public Commit {
        events = List.copyOf(events);
        rows = List.copyOf(rows);
        for (EventDraft event : events) {
            // A pruned event has an empty body, and an empty team would have the same hash as no
            // team.
            if (event.body().isEmpty() || event.team().filter(String::isEmpty).isPresent()) {
                throw new IllegalArgumentException(
                        "An event has a body, and a team has a name: " + event.kind());
            }
        }
    }

    public static Commit of(List<EventDraft> events, List<RowChange> rows) {
        return new Commit(Optional.empty(), events, rows, "{}");
    }

    public static Commit of(EventDraft event) {
        return of(List.of(event), List.of());
    }

    public Commit under(IdempotencyKey newKey) {
        return new Commit(Optional.of(newKey), events, rows, answer);
    }

    public Commit answering(String newAnswer) {
        return new Commit(key, events, rows, newAnswer);
    }
}
