package slipway.journal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import slipway.base.Problem;
import slipway.journal.table.KeyRange;
import slipway.journal.table.Table;

/**
 * What a journal is kept on: SQLite, PostgreSQL, or memory with faults. It stores groups whole or not at all and reads
 * them back; numbering, keys, terms and pictures are the journal's.
 */
public interface JournalStorage extends AutoCloseable {

    /** Begins a new term, durably. Whoever wrote under an older term can write no more. */
    Opened claim();

    /** Stores the group and returns when it is durable. Throws {@link Refused} or {@link OutcomeUnknown}. */
    void write(CommitGroup commitGroup);

    /** Connects anew where needed and reads the head: the way to learn what became of an unclear write. */
    JournalHead head();

    Map<String, CommitGroup.Answer> answers(Collection<String> names);

    /** Events after {@code seq} in order, at most {@code limit}. */
    List<Event> events(Set<JournalStream> streams, long seq, int limit);

    /** Events before {@code seq}, the newest first, at most {@code limit}. */
    List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit);

    /** The hash of a fact's body that a prune left behind, hexadecimal; empty when the body is there. */
    Optional<String> prunedBodyHash(long seq);

    /** Every record of a table, in no particular order. */
    <R extends Record> void rows(Table<R> table, Consumer<R> each);

    /** Some records of a table in the order of its key, which is one text. */
    <R extends Record> List<R> rows(Table<R> table, KeyRange keyRange);

    Map<String, CommitGroup.Cursor> cursors();

    /** Reads the whole journal and compares it with its hashes. Returns how many facts it read. */
    long check();

    /** Notes that the stop was in order and lets go. */
    void recordCleanShutdown(JournalHead last);

    @Override
    void close();

    /** What a claim found. */
    record Opened(JournalHead head, boolean cleanShutdown) {}

    /** Nothing was written. */
    final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Cause reason;

        public Refused(Cause reason, String message) {
            super(message);
            this.reason = reason;
        }

        public Refused(Cause reason, Exception cause) {
            super(cause.getMessage(), cause);
            this.reason = reason;
        }

        public Cause reason() {
            return reason;
        }

        /** The same for a person. */
        public Problem problem() {
            return JournalProblems.of(this);
        }
    }

    /** The connection broke while committing: only the head tells whether it was written. */
    final class OutcomeUnknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OutcomeUnknown(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** Why a medium refuses. */
    enum Cause {
        /** This group cannot be stored: a row does not fit its table. Another group may. */
        CONTENT,
        /** No room left. It may be stored later. */
        FULL,
        /** The disk or the database does not answer. It may later. */
        UNREACHABLE,
        /** What is stored contradicts itself. Nothing more may be written. */
        CORRUPT,
        /** Another server has begun a newer term. This one must stop. */
        TERM_ENDED
    }
}
