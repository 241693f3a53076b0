package slipway.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import slipway.base.Fact;

/**
 * Drops events and answers that are older than the retention policy. An event that some reader of its stream has not
 * applied is kept for a limited time; a stuck reader is visible in {@link Journal#readers}. Each prune of facts is
 * itself a fact.
 */
final class RetentionSweep {

    /** Small enough that a sweep does not delay other commits. */
    static final int BATCH_SIZE = 2_000;

    static final String CURSOR = "journal-prune";

    private final Journal journal;
    private final JournalReaders readers;

    RetentionSweep(Journal journal, JournalReaders readers) {
        this.journal = journal;
        this.readers = readers;
    }

    CompletableFuture<Boolean> sweep(RetentionPolicy retentionPolicy) {
        Instant now = journal.clock().trusted();
        List<CommitGroup.Cursor> cursors = new ArrayList<>(readers.moved());
        List<Event> facts =
                olderThan(JournalStream.FACTS, pruned(), now.minus(retentionPolicy.facts()));
        List<Event> ticks = olderThan(JournalStream.TICKS, 0, now.minus(retentionPolicy.ticks()));
        long ticksBefore = ticks.isEmpty() ? 0 : ticks.getLast().seq() + 1;
        List<String> answers =
                journal.answersBefore(now.minus(retentionPolicy.answers()), BATCH_SIZE);
        var sweep = new CommitGroup.Sweep(bodies(facts), ticksBefore, answers);
        if (!facts.isEmpty()) {
            cursors.add(
                    new CommitGroup.Cursor(
                            CURSOR,
                            facts.getLast().seq(),
                            now,
                            Set.of(JournalStream.FACTS),
                            false));
        }
        boolean more =
                facts.size() == BATCH_SIZE
                        || ticks.size() == BATCH_SIZE
                        || answers.size() == BATCH_SIZE;
        return journal.send(
                        Commit.of(pruneFact(sweep.bodies()), List.of()),
                        new CommitBatch.Extra(cursors, Optional.of(sweep)))
                .thenApply(_ -> more);
    }

    /** The number of the last fact whose body a sweep has looked at. */
    private long pruned() {
        CommitGroup.Cursor cursor = journal.storedCursors().get(CURSOR);
        return cursor == null ? 0 : cursor.seq();
    }

    private List<Event> olderThan(JournalStream eventStream, long from, Instant before) {
        long readByAll = readers.readByAll(eventStream);
        return journal.storedEvents(Set.of(eventStream), from, BATCH_SIZE).stream()
                .takeWhile(event -> event.at().isBefore(before) && event.seq() <= readByAll)
                .toList();
    }

    private static List<CommitGroup.PrunedBody> bodies(List<Event> facts) {
        return facts.stream()
                .filter(event -> !event.pruned())
                .map(
                        event ->
                                new CommitGroup.PrunedBody(
                                        event.seq(),
                                        HexFormat.of()
                                                .formatHex(
                                                        MerkleLeaf.bodyHash(event.what().body()))))
                .toList();
    }

    private static List<EventDraft> pruneFact(List<CommitGroup.PrunedBody> bodies) {
        if (bodies.isEmpty()) {
            return List.of();
        }
        var pruned = new Fact.HistoryPruned(bodies.getLast().seq() + 1, bodies.size());
        return List.of(EventDraft.of(pruned, Journal.ACTOR, "journal"));
    }
}
