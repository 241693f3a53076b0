package slipway.journal;

import java.time.Instant;
import java.util.List;

/** What one transaction of the writer holds: the commits of many callers, which share one fsync. */
record Group(Head before, Head after, List<Event> events, List<Row> rows, Marks marks) {

    /** What the journal keeps beside events and rows. */
    record Marks(List<Answer> answers, List<Cursor> cursors, List<Sweep> sweeps) {}

    /** What was answered to a keyed request. */
    record Answer(Key key, String text, long seq, Instant at) {}

    /** How far a reader has come. */
    record Cursor(String reader, long seq, Instant at) {}

    /** What is old enough to be dropped. Bodies go one by one, since each leaves its hash behind. */
    record Sweep(List<Body> bodies, long ticksBefore, Instant answersBefore) {}

    /** The body of one fact, and the hash that stays. */
    record Body(long seq, String hash) {}
}
