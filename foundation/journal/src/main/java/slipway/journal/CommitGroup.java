package slipway.journal;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import slipway.journal.table.EncodedRow;

/** The content of one write transaction: the commits of many callers, which share one fsync (group commit). */
public record CommitGroup(
        JournalHead before,
        JournalHead after,
        List<Event> events,
        List<EncodedRow> rows,
        Bookkeeping bookkeeping) {

    /**
     * What the journal stores beside events and rows: answers of idempotency keys, reader cursors, retention sweeps.
     */
    public record Bookkeeping(List<Answer> answers, List<Cursor> cursors, List<Sweep> sweeps) {}

    /** The stored answer of a request with an idempotency key. */
    public record Answer(IdempotencyKey key, String text, long seq, Instant at) {}

    /**
     * The position of a reader. A stored cursor never goes back and stays retired.
     *
     * @param streams what the reader follows
     * @param retired whether no events are kept for it any longer
     */
    public record Cursor(
            String reader, long seq, Instant at, Set<JournalStream> streams, boolean retired) {

        public Cursor {
            streams = Set.copyOf(streams);
        }
    }

    /**
     * What retention drops, in pages. Bodies are listed one by one because the hash of each is kept, answers by the
     * names of their keys.
     */
    public record Sweep(List<PrunedBody> bodies, long ticksBefore, List<String> answers) {}

    /** A fact whose body is dropped, and the hash of that body, which is kept. */
    public record PrunedBody(long seq, String hash) {}
}
