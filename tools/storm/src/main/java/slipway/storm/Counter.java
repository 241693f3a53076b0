package slipway.storm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** A reader that counts, so that an event delivered twice or never shows in its rows. */
final class Counter implements JournalReader {

    static final Table<Count> COUNTS = Table.of("storm_count", Count.class, "kind");

    /** How many events of a kind there were, and the sum of their numbers. */
    record Count(String kind, long events, long sum) {
        Count with(Event event) {
            return new Count(kind, events + 1, sum + event.seq());
        }
    }

    private final Journal journal;

    Counter(Journal journal) {
        this.journal = journal;
    }

    @Override
    public String name() {
        return "counter";
    }

    @Override
    public Set<JournalStream> streams() {
        return Set.of(JournalStream.FACTS, JournalStream.TICKS);
    }

    @Override
    public List<RowChange> apply(List<Event> events) {
        Map<String, Count> counts = stored(journal);
        Map<String, Count> changed = new HashMap<>();
        for (Event event : events) {
            Count before = counts.getOrDefault(event.kind(), new Count(event.kind(), 0, 0));
            counts.put(event.kind(), before.with(event));
            changed.put(event.kind(), before.with(event));
        }
        return changed.values().stream()
                .<RowChange>map(count -> new RowChange.Put<>(COUNTS, count))
                .toList();
    }

    private static Map<String, Count> stored(Journal journal) {
        Map<String, Count> counts = new TreeMap<>();
        journal.rows(COUNTS, count -> counts.put(count.kind(), count));
        return counts;
    }

    static void checkAtRest(Journal journal, List<Event> history) {
        Map<String, Count> expected = new TreeMap<>();
        for (Event event : history) {
            expected.merge(
                    event.kind(),
                    new Count(event.kind(), 1, event.seq()),
                    (before, _) -> before.with(event));
        }
        Map<String, Count> stored = stored(journal);
        InvariantViolation.unless(
                stored.equals(expected),
                () -> "The counter has " + stored + "; the journal holds " + expected);
    }
}
