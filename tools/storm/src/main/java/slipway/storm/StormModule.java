package slipway.storm;

import java.util.List;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalReader;
import slipway.journal.ModuleOwner;
import slipway.journal.Snapshot;
import slipway.journal.table.Table;

/**
 * A room that takes part in the storm. It brings its own rules and tables and says what clients may wish and what must
 * hold; clients, crashes, restarts and the checks that hold for every room are the storm's.
 *
 * @param <P> the room's picture; compared with {@code equals}
 * @param <Q> what can be asked of the room
 */
public interface StormModule<P extends Snapshot<P>, Q> {

    String name();

    List<Table<?>> tables();

    ModuleOwner.Rules<P, Q> rules();

    /** The picture from the tables, as the room builds it when it starts. */
    P rebuilt(Journal journal);

    /** Something a client asks for; it may well be refused. */
    Q randomRequest(StormRandom stormRandom);

    /** What holds for every picture that is ever shown. Throws {@link InvariantViolation}. */
    void check(P picture);

    /** What holds when all is quiet: the picture is what everything that ever happened makes of it. */
    void check(P picture, List<Event> history);

    /** The room's own readers. */
    default List<JournalReader> readers(Journal journal) {
        return List.of();
    }
}
