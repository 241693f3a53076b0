package slipway.journal;

import java.util.List;
import java.util.Set;
import slipway.journal.table.RowChange;

/**
 * Somebody who follows the journal: a meter, a webhook, an index. It is told every event at least once, in order, and
 * remembers how far it came. After a crash it may be told the last ones again, so applying an event twice must leave
 * what applying it once leaves.
 */
public interface JournalReader {

    /** Names its cursor; never renamed, or it would start from the beginning. */
    String name();

    Set<JournalStream> streams();

    /**
     * Takes events in. Rows it returns become durable together with its cursor, so they are applied exactly once.
     *
     * @throws Exception when they cannot be taken now; they are told again, later and later
     */
    List<RowChange> apply(List<Event> events) throws Exception;
}
