package slipway.guard.audit;

import slipway.journal.Medium;
import slipway.journal.MemoryMedium;

class MemoryAuditTest extends AuditContract {

    private final MemoryMedium.Disk disk = new MemoryMedium.Disk(Tables.BLOCKS, Tables.SEALS);

    @Override
    Medium medium() {
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }
}
