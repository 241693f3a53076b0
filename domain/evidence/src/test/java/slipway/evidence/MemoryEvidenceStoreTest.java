package slipway.evidence;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryMedium;
import slipway.journal.table.Table;

/** The tables of evidence in memory. */
class MemoryEvidenceStoreTest extends EvidenceStoreContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(EvidenceTables.all().toArray(Table<?>[]::new));

    @Override
    protected JournalStorage storage() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
