package slipway.run.lifecycle;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryMedium;

/** The run tables in memory. */
class MemoryRunTest extends RunContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(RunTables.LIVE, RunTables.PAST, RunTables.DRAINS);

    @Override
    protected JournalStorage medium() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
