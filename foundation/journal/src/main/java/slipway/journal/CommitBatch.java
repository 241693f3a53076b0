package slipway.journal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Commits that are written together or refused together, and the future of their callers. */
record CommitBatch(
        List<Commit> commits,
        Extra extra,
        Basis basis,
        CompletableFuture<List<CommitResult>> done) {

    /** An addition by the journal itself: the cursor of a reader, or a retention sweep. */
    record Extra(Optional<CommitGroup.Cursor> cursor, Optional<CommitGroup.Sweep> sweep) {
        static final Extra NONE = new Extra(Optional.empty(), Optional.empty());

        static Extra of(CommitGroup.Cursor cursor) {
            return new Extra(Optional.of(cursor), Optional.empty());
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

    static CommitBatch of(List<Commit> commits, Basis basis) {
        return new CommitBatch(commits, Extra.NONE, basis, new CompletableFuture<>());
    }

    static CommitBatch of(List<Commit> commits, Extra extra) {
        return new CommitBatch(commits, extra, Basis.FREE, new CompletableFuture<>());
    }

    void refuse(RuntimeException problem) {
        basis.markBroken();
        done.completeExceptionally(problem);
    }
}
