package slipway.journal;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/**
 * The port to what stores a journal: SQLite, PostgreSQL, or memory with injected faults. It stores each group
 * atomically and reads it back; numbering, keys, terms and snapshots belong to the journal.
 */
public interface JournalStorage extends AutoCloseable {

    /** Begins a new term, durably. A server of an older term cannot write any more. */
    Opened claim();

    /** Stores the group and returns when it is durable. Throws {@link Refused} or {@link OutcomeUnknown}. */
    void write(CommitGroup commitGroup);

    /** Reconnects if necessary and reads the head, which shows whether a write of unknown outcome was committed. */
    JournalHead head();

    Map<String, CommitGroup.Answer> answers(Collection<String> names);

    /** Events after {@code seq} in order, at most {@code limit}. */
    List<Event> events(Set<JournalStream> streams, long seq, int limit);

    /** Events before {@code seq}, the newest first, at most {@code limit}. */
    List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit);

    /** The facts of one subject or team. */
    List<Event> history(HistoryQuery query);

    /** The kept hash of a pruned body, hexadecimal; empty if the body is present. */
    Optional<String> prunedBodyHash(long seq);

    /** Every record of a table, in any order. A row that cannot be read goes to {@link RowSink#unreadable}. */
    <R extends Record> void rows(Table<R> table, RowSink<R> each);

    /** A range of records of a table in the order of its key, which is one text column. */
    <R extends Record> void rows(Table<R> table, KeyRange keyRange, RowSink<R> each);

    /** The keys of answers that were stored before {@code at}, the oldest first, at most {@code limit}. */
    List<String> answersBefore(Instant at, int limit);

    Map<String, CommitGroup.Cursor> cursors();

    /** Reads the whole journal and compares each fact with its hash. Returns the number of facts. */
    long check();

    /** Records a clean shutdown. */
    void recordCleanShutdown(JournalHead last);

    @Override
    void close();

    /**
     * What was found at the claim.
     *
     * @param newestEvent the time of the newest event; the epoch if there is none
     * @param cleanShutdown whether the previous server shut down cleanly
     */
    record Opened(JournalHead head, Instant newestEvent, boolean cleanShutdown) {}

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

        /** The same as a problem with what, why and next. */
        public Problem problem() {
            return JournalProblems.of(this);
        }
    }

    /** The connection broke during a commit: only the head shows whether the group was written. */
    final class OutcomeUnknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OutcomeUnknown(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** Why a storage refuses. */
    enum Cause {
        /** This group cannot be stored: a row does not fit its table. Another group may. */
        CONTENT,
        /** No disk space is left. A later write may succeed. */
        FULL,
        /** The disk or the database does not answer. A later write may succeed. */
        UNREACHABLE,
        /** What is stored contradicts itself. Nothing more may be written. */
        CORRUPT,
        /** Another server has begun a newer term. This one must stop. */
        TERM_ENDED
    }
}
