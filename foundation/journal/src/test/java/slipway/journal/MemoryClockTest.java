package slipway.journal;

import slipway.journal.table.Ledger;

/** Time and retention of a journal in memory. */
class MemoryClockTest extends ClockContract {

    private final MemoryStorage.Disk disk = new MemoryStorage.Disk(Ledger.ACCOUNTS);

    @Override
    protected JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
