package slipway.run;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryMedium;

/** The room's tables in memory. */
class MemoryRunTest extends RunContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(Tables.LIVE, Tables.PAST, Tables.DRAINS);

    @Override
    protected JournalStorage medium() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
