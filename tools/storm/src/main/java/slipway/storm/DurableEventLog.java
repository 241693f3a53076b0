package slipway.storm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.journal.Event;
import slipway.journal.MemoryStorage;

/** Records every event when it becomes durable and keeps it when it is pruned later. */
final class DurableEventLog {

    private final MemoryStorage.Disk disk;
    private final List<Event> history = new ArrayList<>();
    private final Map<String, List<Event>> byRequest = new HashMap<>();
    private long leaves;
    private Instant last = Instant.MIN;

    DurableEventLog(MemoryStorage.Disk disk) {
        this.disk = disk;
    }

    /** Reads the new events. */
    void readNew() {
        if (disk.seq() != history.size()) {
            disk.after(history.size()).forEach(this::check);
            InvariantViolation.unless(
                    disk.seq() == history.size(),
                    () ->
                            "The head says %d, the events end at %d"
                                    .formatted(disk.seq(), history.size()));
        }
    }

    private void check(Event event) {
        InvariantViolation.unless(
                event.seq() == history.size() + 1,
                () -> "Event " + event.seq() + " follows on " + history.size());
        InvariantViolation.unless(
                !event.at().isBefore(last),
                () -> "Event " + event.seq() + " of " + event.at() + " follows on one of " + last);
        event.leaf()
                .ifPresent(
                        merkleLeaf ->
                                InvariantViolation.unless(
                                        merkleLeaf.index() == leaves++,
                                        () ->
                                                "Leaf "
                                                        + merkleLeaf.index()
                                                        + " is not "
                                                        + (leaves - 1)));
        history.add(event);
        last = event.at();
        String request = event.what().actor().request();
        if (!request.isEmpty()) {
            checkOnce(event, byRequest.computeIfAbsent(request, _ -> new ArrayList<>(2)));
        }
    }

    /** The events of a request are adjacent, and none occurs twice. */
    private static void checkOnce(Event event, List<Event> before) {
        boolean apart =
                !before.isEmpty()
                        && (before.getLast().seq() != event.seq() - 1
                                || !before.getLast().what().actor().equals(event.what().actor()));
        boolean again = before.stream().anyMatch(earlier -> earlier.what().equals(event.what()));
        InvariantViolation.unless(
                !apart && !again,
                () ->
                        "Request %s was applied twice: %s and event %d"
                                .formatted(
                                        event.what().actor().request(),
                                        before.stream().map(Event::seq).toList(),
                                        event.seq()));
        before.add(event);
    }

    /** Number of the last event of a request; 0 when it did not happen. */
    long lastOf(String request) {
        List<Event> events = byRequest.get(request);
        return events == null ? 0 : events.getLast().seq();
    }

    List<Event> history() {
        return history;
    }
}
