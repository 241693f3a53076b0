package slipway.journal;

import java.util.List;
import java.util.Set;
import slipway.journal.table.RowChange;

/**
 * A consumer of the journal: a meter, a webhook, an index. It gets every event at least once, in order, and its
 * position is stored as a cursor. After a crash it may get the events of the last second again, so {@link #apply} must
 * be idempotent.
 */
public interface JournalReader {

    /** The name of its cursor. A renamed reader would start from the beginning. */
    String name();

    Set<JournalStream> streams();

    /** Whether an administrator may let it skip an event, or retire it; false if its result would be wrong then. */
    default boolean maySkip() {
        return true;
    }

    /**
     * Applies events. The returned rows become durable together with the cursor, so they are applied exactly once.
     *
     * @throws Exception if the events cannot be applied now; they are delivered again, with exponential backoff
     */
    List<RowChange> apply(List<Event> events) throws Exception;
}
