package slipway.audit;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;

class MemoryAuditTest extends AuditContract {

    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(AuditTables.BLOCKS, AuditTables.SEALS, AuditTables.READS);

    @Override
    JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
