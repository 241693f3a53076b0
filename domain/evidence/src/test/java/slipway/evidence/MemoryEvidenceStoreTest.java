package slipway.evidence;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;
import slipway.journal.table.Table;

/** The tables of evidence in memory. */
class MemoryEvidenceStoreTest extends EvidenceStoreContract {

    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(EvidenceTables.all().toArray(Table<?>[]::new));

    @Override
    protected JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
