package slipway.identity;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryMedium;
import slipway.journal.table.Table;

/** The tables of identity in memory. */
class MemoryAccessControlTest extends AccessControlContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(IdentityTables.all().toArray(Table<?>[]::new));

    @Override
    protected JournalStorage storage() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
