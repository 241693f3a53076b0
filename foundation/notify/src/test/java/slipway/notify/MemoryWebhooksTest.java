package slipway.notify;

import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;
import slipway.journal.table.Table;

/** Webhooks in memory. */
class MemoryWebhooksTest extends WebhooksContract {

    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(NotifyTables.all().toArray(Table<?>[]::new));

    @Override
    protected JournalStorage storage() {
        return new MemoryStorage(disk, MemoryStorage.Weather.CALM);
    }
}
