package slipway.storm;

import java.util.List;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalReader;
import slipway.journal.ModuleOwner;
import slipway.journal.Snapshot;
import slipway.journal.table.Table;

/**
 * A module that takes part in the storm. It brings its rules and tables, random requests, and its invariants; the
 * storm provides clients, crashes, restarts and the checks that hold for every module.
 *
 * @param <P> the module's snapshot; compared with {@code equals}
 * @param <Q> the module's requests
 */
public interface StormModule<P extends Snapshot<P>, Q> {

    String name();

    List<Table<?>> tables();

    ModuleOwner.Rules<P, Q> rules();

    /** The snapshot from the tables, as the module builds it at its start. */
    P rebuilt(Journal journal);

    /** A random request of a client; it may be refused. */
    Q randomRequest(StormRandom stormRandom);

    /** Checks the invariants of a published snapshot. Throws {@link InvariantViolation}. */
    void check(P picture);

    /** Checks at rest that the snapshot equals the one that all events together give. */
    void check(P picture, List<Event> history);

    /** The module's own readers. */
    default List<JournalReader> readers(Journal journal) {
        return List.of();
    }
}
