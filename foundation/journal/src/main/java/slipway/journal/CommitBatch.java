package slipway.journal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Commits that are written together or refused together, and who waits for them. */
record CommitBatch(
        List<Commit> commits,
        Extra extra,
        Basis basis,
        CompletableFuture<List<CommitResult>> done) {

    /** What the journal itself adds: a reader's cursor, or what is to be dropped. */
    record Extra(Optional<CommitGroup.Cursor> cursor, Optional<CommitGroup.Sweep> sweep) {
        static final Extra NONE = new Extra(Optional.empty(), Optional.empty());

        static Extra of(CommitGroup.Cursor cursor) {
            return new Extra(Optional.of(cursor), Optional.empty());
        }
    }

    /**
     * What a batch was decided on. When one batch is refused, those behind it that were decided on the same expected
     * picture stand on something that never happened, and are refused too.
     */
    static final class Basis {
        /** Of commits that stand on no picture; it never breaks. */
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
