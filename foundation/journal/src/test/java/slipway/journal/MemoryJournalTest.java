package slipway.journal;

import slipway.journal.table.Ledger;

/** The journal in memory. */
class MemoryJournalTest extends JournalContract {

    private MemoryStorage.@org.jspecify.annotations.Nullable Disk disk;

    @Override
    protected JournalStorage storage() {
        if (disk == null) {
            disk = new MemoryStorage.Disk(Ledger.ACCOUNTS);
        }
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
