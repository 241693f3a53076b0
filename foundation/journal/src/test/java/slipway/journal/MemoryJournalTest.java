package slipway.journal;

/** The journal in memory. */
class MemoryJournalTest extends JournalContract {

    private MemoryMedium.@org.jspecify.annotations.Nullable Disk disk;

    @Override
    Medium medium() {
        if (disk == null) {
            disk = new MemoryMedium.Disk();
        }
        return new MemoryMedium(disk, MemoryMedium.Weather.CALM);
    }

    @Override
    boolean storesOnlyDeclaredTables() {
        return false;
    }
}
