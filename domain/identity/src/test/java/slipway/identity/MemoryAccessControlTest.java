package slipway.identity;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;
import slipway.journal.table.Table;

/** The tables of identity in memory. */
class MemoryAccessControlTest extends AccessControlContract {

    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(IdentityTables.all().toArray(Table<?>[]::new));

    @Override
    protected JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
