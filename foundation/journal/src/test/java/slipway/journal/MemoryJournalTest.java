package slipway.journal;

import slipway.journal.table.Ledger;

/** The journal in memory. */
class MemoryJournalTest extends JournalContract {

    private MemoryMedium.@org.jspecify.annotations.Nullable Disk disk;

    @Override
    protected JournalStorage medium() {
        if (disk == null) {
            disk = new MemoryMedium.Disk(Ledger.ACCOUNTS);
        }
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
