package slipway.notify;

import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;

/** A request to the rules of webhooks. */
sealed interface WebhookRequest {

    record Create(WebhookId id, TeamId team, Webhook.Target target, Webhook.Keys keys, long seq)
            implements WebhookRequest {}

    /** Empty fields stay unchanged. */
    record Change(WebhookId id, Webhooks.Change change) implements WebhookRequest {}

    record Delete(WebhookId id) implements WebhookRequest {}

    record Rotate(WebhookId id, String encrypted) implements WebhookRequest {}

    record Test(WebhookId id) implements WebhookRequest {}

    /** Deliveries of new events. An event that was read before gives the same ones again. */
    record Enqueue(List<Delivery> deliveries) implements WebhookRequest {
        public Enqueue {
            deliveries = List.copyOf(deliveries);
        }
    }

    /**
     * The outcome of an attempt.
     *
     * @param delivery as it was before the attempt, with its body
     * @param draw a random number from 0 to 1 for the jitter
     */
    record Attempted(Delivery delivery, SendResult result, double draw) implements WebhookRequest {}

    /**
     * Sends a delivery again.
     *
     * @param delivery as it is in its table, with its body
     */
    record Retry(Delivery delivery) implements WebhookRequest {}

    /** Removes old deliveries. */
    record Expire(List<Delivery> deliveries) implements WebhookRequest {
        public Expire {
            deliveries = List.copyOf(deliveries);
        }
    }

    /** The pending state of a delivery, which is newer than that of its row. */
    static Delivery current(WebhookQueues queues, Delivery delivery) {
        Optional<Delivery> pending = queues.pending(delivery.key());
        return pending.map(
                        it ->
                                new Delivery(
                                        it.key(),
                                        delivery.message(),
                                        it.status(),
                                        it.attempts(),
                                        it.nextAt(),
                                        it.last()))
                .orElse(delivery);
    }
}
