package slipway.journal;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import slipway.base.Fact;

/**
 * Drops what is old. Nothing goes that a reader has not taken: a stuck reader keeps its events, and is seen to be
 * stuck. The prune of facts is itself a fact.
 */
final class Sweeping {

    /** Small enough that a sweep does not hold up the commits beside it. */
    private static final int AT_ONCE = 2_000;

    static final String CURSOR = "journal-prune";

    private final Journal journal;
    private final List<Following> readers;

    Sweeping(Journal journal, List<Following> readers) {
        this.journal = journal;
        this.readers = readers;
    }

    CompletableFuture<Boolean> sweep(Retention retentionPolicy) {
        Instant now = journal.now();
        List<Event> facts =
                old(Stream.FACTS, journal.cursor(CURSOR), now.minus(retentionPolicy.facts()));
        List<Event> ticks = old(Stream.TICKS, 0, now.minus(retentionPolicy.ticks()));
        long ticksBefore = ticks.isEmpty() ? 0 : ticks.getLast().seq() + 1;
        var sweep =
                new Group.Sweep(bodies(facts), ticksBefore, now.minus(retentionPolicy.answers()));
        Optional<Group.Cursor> reached =
                facts.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Group.Cursor(CURSOR, facts.getLast().seq(), now));
        boolean more = facts.size() == AT_ONCE || ticks.size() == AT_ONCE;
        return journal.send(
                        Commit.of(told(sweep.bodies()), List.of()),
                        new Batch.Extra(reached, Optional.of(sweep)))
                .thenApply(_ -> more);
    }

    private List<Event> old(Stream eventStream, long from, Instant before) {
        // Also of readers that do not follow now: who is switched off for one start must not lose
        // anything.
        long taken =
                journal.cursors().values().stream()
                        .mapToLong(Group.Cursor::seq)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long followed =
                readers.stream()
                        .filter(readerLoop -> readerLoop.reader().streams().contains(eventStream))
                        .mapToLong(Following::cursor)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long free = Math.min(taken, followed);
        return journal.stored(Set.of(eventStream), from, AT_ONCE).stream()
                .takeWhile(event -> event.at().isBefore(before) && event.seq() <= free)
                .toList();
    }

    private static List<Group.Body> bodies(List<Event> facts) {
        return facts.stream()
                .filter(event -> !event.pruned())
                .map(
                        event ->
                                new Group.Body(
                                        event.seq(),
                                        HexFormat.of()
                                                .formatHex(Leaf.bodyHash(event.what().body()))))
                .toList();
    }

    private static List<Draft> told(List<Group.Body> bodies) {
        if (bodies.isEmpty()) {
            return List.of();
        }
        var pruned = new Fact.HistoryPruned(bodies.getLast().seq() + 1, bodies.size());
        return List.of(Draft.of(pruned, Journal.SELF, "journal"));
    }
}
