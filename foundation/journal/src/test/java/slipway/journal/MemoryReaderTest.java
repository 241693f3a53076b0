package slipway.journal;

import slipway.journal.table.Ledger;

/** Readers of a journal in memory. */
class MemoryReaderTest extends ReaderContract {

    private final MemoryStorage.Disk disk = new MemoryStorage.Disk(Ledger.ACCOUNTS);

    @Override
    protected JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
