package slipway.account;

import slipway.journal.Medium;
import slipway.journal.MemoryMedium;
import slipway.journal.Table;

/** The room's tables in memory. */
class MemoryAccountTest extends AccountContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(Tables.all().toArray(Table<?>[]::new));

    @Override
    protected Medium medium() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
