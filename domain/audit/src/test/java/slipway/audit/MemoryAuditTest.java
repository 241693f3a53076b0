package slipway.audit;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryMedium;

class MemoryAuditTest extends AuditContract {

    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(AuditTables.BLOCKS, AuditTables.SEALS);

    @Override
    JournalStorage medium() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
