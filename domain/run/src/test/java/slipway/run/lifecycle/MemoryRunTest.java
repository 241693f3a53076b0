package slipway.run.lifecycle;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;

/** The run tables in memory. */
class MemoryRunTest extends RunContract {

    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(RunTables.LIVE, RunTables.PAST, RunTables.DRAINS);

    @Override
    protected JournalStorage medium() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
