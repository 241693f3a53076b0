package slipway.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.journal.Journal;
import slipway.journal.table.KeyRange;

/** Reads stored deliveries, pending and ended. */
final class DeliveryHistory {

    static final Duration KEPT = Duration.ofDays(30);
    private static final int PAGE_SIZE = 200;

    private final Journal journal;

    DeliveryHistory(Journal journal) {
        this.journal = journal;
    }

    Optional<Delivery> row(DeliveryKey key) {
        return journal.rows(NotifyTables.DELIVERIES, KeyRange.only(key.value())).stream()
                .filter(delivery -> delivery.key().equals(key))
                .findFirst();
    }

    /** The newest first, before this one. */
    List<Delivery> newest(
            WebhookId webhook,
            Optional<DeliveryKey> before,
            int limit,
            Predicate<Delivery> wanted) {
        List<Delivery> found = new ArrayList<>();
        String end = before.map(DeliveryKey::value).orElse(DeliveryKey.end(webhook));
        boolean more = true;
        while (more && found.size() < limit) {
            List<Delivery> page =
                    journal.rows(
                            NotifyTables.DELIVERIES, KeyRange.before(Optional.of(end), PAGE_SIZE));
            page.stream()
                    .filter(delivery -> delivery.webhook().equals(webhook))
                    .filter(wanted)
                    .limit(limit - (long) found.size())
                    .forEach(found::add);
            more = page.size() == PAGE_SIZE && page.getLast().webhook().equals(webhook);
            end = more ? page.getLast().key().value() : end;
        }
        return List.copyOf(found);
    }

    /**
     * A page of deliveries to remove: those of deleted webhooks, and those that are too old. The rows of a webhook are
     * in the order of time, so only the first page of each is read.
     */
    List<Delivery> expired(WebhookQueues queues, Instant now) {
        List<Delivery> expired = new ArrayList<>();
        Optional<String> after = Optional.empty();
        List<Delivery> page = page(after);
        while (!page.isEmpty() && expired.size() < PAGE_SIZE) {
            WebhookId webhook = page.getFirst().webhook();
            boolean deleted = !queues.webhooks().containsKey(webhook);
            page.stream()
                    .filter(delivery -> delivery.webhook().equals(webhook))
                    .filter(delivery -> deleted || isOld(delivery, now))
                    .map(Delivery::withoutBody)
                    .forEach(expired::add);
            page = page(Optional.of(DeliveryKey.end(webhook)));
        }
        return expired;
    }

    private List<Delivery> page(Optional<String> after) {
        return journal.rows(NotifyTables.DELIVERIES, KeyRange.after(after, PAGE_SIZE));
    }

    private static boolean isOld(Delivery delivery, Instant now) {
        return delivery.message().at().plus(KEPT).isBefore(now);
    }
}
