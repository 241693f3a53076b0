package slipway.journal;

import java.time.Instant;
import java.util.List;
import slipway.journal.table.RowChange;

/** What one transaction of the writer holds: the commits of many callers, which share one fsync. */
public record CommitGroup(
        JournalHead before,
        JournalHead after,
        List<Event> events,
        List<RowChange> rows,
        Bookkeeping bookkeeping) {

    /** What the journal keeps beside events and rows. */
    public record Bookkeeping(List<Answer> answers, List<Cursor> cursors, List<Sweep> sweeps) {}

    /** What was answered to a keyed request. */
    public record Answer(IdempotencyKey key, String text, long seq, Instant at) {}

    /** How far a reader has come. */
    public record Cursor(String reader, long seq, Instant at) {}

    /** What is old enough to be dropped. Bodies go one by one, since each leaves its hash behind. */
    public record Sweep(List<PrunedBody> bodies, long ticksBefore, Instant answersBefore) {}

    /** The body of one fact, and the hash that stays. */
    public record PrunedBody(long seq, String hash) {}
}
