package slipway.journal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Commits that are written together. When the database rejects one of them, they are written one by one. */
record CommitBatch(List<Entry> entries, Extra extra, Basis basis) {

    /**
     * One commit and its caller.
     *
     * @param publish makes the snapshot after this commit visible; runs when the commit is durable, before any reader
     *     of the journal is woken and before any caller is answered
     */
    record Entry(EncodedCommit commit, Runnable publish, CompletableFuture<CommitResult> answer) {

        static Entry of(EncodedCommit commit) {
            return new Entry(commit, () -> {}, new CompletableFuture<>());
        }
    }

    /** An addition by the journal itself: cursors of readers, or a retention sweep. */
    record Extra(List<CommitGroup.Cursor> cursors, Optional<CommitGroup.Sweep> sweep) {
        static final Extra NONE = new Extra(List.of(), Optional.empty());

        static Extra of(CommitGroup.Cursor cursor) {
            return new Extra(List.of(cursor), Optional.empty());
        }
    }

    /**
     * The pending snapshot on which batches were decided. When one batch is refused, later batches with the same basis
     * were decided on a state that never became durable, so they are refused too.
     */
    static final class Basis {
        /** The basis of commits that no snapshot was read for; it never breaks. */
        static final Basis FREE = new Basis();

        private volatile boolean broken;

        boolean broken() {
            return broken;
        }

        void markBroken() {
            broken = this != FREE;
        }
    }

    static CommitBatch of(List<Entry> entries, Basis basis) {
        return new CommitBatch(entries, Extra.NONE, basis);
    }

    static CommitBatch of(Entry entry, Extra extra) {
        return new CommitBatch(List.of(entry), extra, Basis.FREE);
    }

    /** The same commits, each in a separate batch. */
    List<CommitBatch> split() {
        return entries.size() == 1
                ? List.of(this)
                : entries.stream()
                        .map(entry -> new CommitBatch(List.of(entry), extra, basis))
                        .toList();
    }

    /** The snapshot after the last commit contains all others. */
    void publish() {
        if (!entries.isEmpty()) {
            entries.getLast().publish().run();
        }
    }

    void answer(List<CommitResult> results) {
        for (int i = 0; i < entries.size(); i++) {
            entries.get(i).answer().complete(results.get(i));
        }
    }

    void refuse(RuntimeException problem) {
        basis.markBroken();
        entries.forEach(entry -> entry.answer().completeExceptionally(problem));
    }
}
