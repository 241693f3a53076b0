package slipway.notify;

import java.util.List;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/** The tables of this module, and the queues that are rebuilt from them. */
final class NotifyTables {

    static final Table<Webhook> WEBHOOKS = Table.of("notify_webhook", Webhook.class, "id");
    static final Table<Delivery> DELIVERIES = Table.of("notify_delivery", Delivery.class, "key");

    private NotifyTables() {}

    static List<Table<?>> all() {
        return List.of(WEBHOOKS, DELIVERIES);
    }

    static WebhookQueues read(TableReader tables) {
        var queues = new WebhookQueues[] {WebhookQueues.EMPTY};
        tables.rows(WEBHOOKS, webhook -> queues[0] = queues[0].with(webhook));
        tables.rows(DELIVERIES, delivery -> queues[0] = queues[0].with(delivery));
        return queues[0];
    }

    static RowChange put(Webhook webhook) {
        return new RowChange.Put<>(WEBHOOKS, webhook);
    }

    static RowChange put(Delivery delivery) {
        return new RowChange.Put<>(DELIVERIES, delivery);
    }

    static RowChange remove(Delivery delivery) {
        return new RowChange.Remove<>(DELIVERIES, delivery);
    }
}
