package slipway.notify;

import java.util.Optional;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.Snapshot;
import slipway.journal.table.RowChange;

/**
 * The webhooks and, for each, its pending deliveries in the order of their events, without bodies.
 */
record WebhookQueues(
        PersistentSortedMap<WebhookId, Webhook> webhooks,
        PersistentSortedMap<WebhookId, PersistentSortedMap<DeliveryKey, Delivery>> queues)
        implements Snapshot<WebhookQueues> {

    static final WebhookQueues EMPTY =
            new WebhookQueues(PersistentSortedMap.empty(), PersistentSortedMap.empty());

    @Override
    public WebhookQueues after(Commit commit) {
        WebhookQueues next = this;
        for (RowChange row : commit.rows()) {
            next = next.after(row);
        }
        return next;
    }

    private WebhookQueues after(RowChange row) {
        return switch (row) {
            case RowChange.Put<?>(_, Webhook webhook) -> with(webhook);
            case RowChange.Put<?>(_, Delivery delivery) -> with(delivery);
            case RowChange.Remove<?>(_, Webhook webhook) -> without(webhook.id());
            case RowChange.Remove<?>(_, Delivery delivery) -> without(delivery);
            default -> this;
        };
    }

    WebhookQueues with(Webhook webhook) {
        return new WebhookQueues(webhooks.with(webhook.id(), webhook), queues);
    }

    /** A row of a webhook that was deleted stays in its table until the next sweep. */
    WebhookQueues with(Delivery delivery) {
        if (!delivery.isPending() || !webhooks.containsKey(delivery.webhook())) {
            return without(delivery);
        }
        return withQueue(
                delivery.webhook(),
                queue(delivery.webhook()).with(delivery.key(), delivery.withoutBody()));
    }

    private WebhookQueues without(WebhookId id) {
        return new WebhookQueues(webhooks.without(id), queues.without(id));
    }

    private WebhookQueues without(Delivery delivery) {
        PersistentSortedMap<DeliveryKey, Delivery> queue = queue(delivery.webhook());
        return queue.containsKey(delivery.key())
                ? withQueue(delivery.webhook(), queue.without(delivery.key()))
                : this;
    }

    private WebhookQueues withQueue(
            WebhookId id, PersistentSortedMap<DeliveryKey, Delivery> queue) {
        return new WebhookQueues(
                webhooks, queue.isEmpty() ? queues.without(id) : queues.with(id, queue));
    }

    PersistentSortedMap<DeliveryKey, Delivery> queue(WebhookId id) {
        return queues.get(id).orElse(PersistentSortedMap.empty());
    }

    Optional<Delivery> pending(DeliveryKey key) {
        return queue(key.webhook()).get(key);
    }

    Webhook webhook(WebhookId id) {
        return webhooks.get(id).orElseThrow(() -> NotifyProblems.noWebhook(id.value()));
    }

    long countOf(TeamId team) {
        return webhooks.values().filter(webhook -> webhook.team().equals(team)).count();
    }
}
