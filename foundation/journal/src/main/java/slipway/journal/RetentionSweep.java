package slipway.journal;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import slipway.base.Fact;

/**
 * Drops events and answers that are older than the retention policy. An event that some reader has not applied is kept;
 * a stuck reader is visible in {@link Journal#readers}. Each prune of facts is itself a fact.
 */
final class RetentionSweep {

    /** Small enough that a sweep does not delay other commits. */
    private static final int BATCH_SIZE = 2_000;

    static final String CURSOR = "journal-prune";

    private final Journal journal;
    private final List<ReaderLoop> readers;

    RetentionSweep(Journal journal, List<ReaderLoop> readers) {
        this.journal = journal;
        this.readers = readers;
    }

    CompletableFuture<Boolean> sweep(RetentionPolicy retentionPolicy) {
        Instant now = journal.clock().trusted();
        List<Event> facts =
                olderThan(
                        JournalStream.FACTS,
                        journal.cursor(CURSOR),
                        now.minus(retentionPolicy.facts()));
        List<Event> ticks = olderThan(JournalStream.TICKS, 0, now.minus(retentionPolicy.ticks()));
        long ticksBefore = ticks.isEmpty() ? 0 : ticks.getLast().seq() + 1;
        List<String> answers =
                journal.answersBefore(now.minus(retentionPolicy.answers()), BATCH_SIZE);
        var sweep = new CommitGroup.Sweep(bodies(facts), ticksBefore, answers);
        Optional<CommitGroup.Cursor> reached =
                facts.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new CommitGroup.Cursor(CURSOR, facts.getLast().seq(), now));
        boolean more =
                facts.size() == BATCH_SIZE
                        || ticks.size() == BATCH_SIZE
                        || answers.size() == BATCH_SIZE;
        return journal.send(
                        Commit.of(pruneFact(sweep.bodies()), List.of()),
                        new CommitBatch.Extra(reached, Optional.of(sweep)))
                .thenApply(_ -> more);
    }

    private List<Event> olderThan(JournalStream eventStream, long from, Instant before) {
        // Readers that do not run now count too: a reader that is disabled for one start must not
        // lose events.
        long taken =
                journal.cursors().values().stream()
                        .mapToLong(CommitGroup.Cursor::seq)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long followed =
                readers.stream()
                        .filter(readerLoop -> readerLoop.reader().streams().contains(eventStream))
                        .mapToLong(ReaderLoop::cursor)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long readByAll = Math.min(taken, followed);
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
