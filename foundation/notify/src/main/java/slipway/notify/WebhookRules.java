package slipway.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.ModuleRequest;
import slipway.journal.table.RowChange;

/** Decides changes of webhooks, and what an attempt means for its delivery and its webhook. */
final class WebhookRules {

    static final int MAX_PENDING = 10_000;
    static final int MAX_WEBHOOKS_OF_TEAM = 20;
    static final int MAX_WEBHOOKS = 200;

    /** How long the secret before a rotation signs too. */
    static final Duration ROTATION = Duration.ofHours(24);

    private static final Actor SELF = Actor.system("webhooks");

    private WebhookRules() {}

    static Commit decide(WebhookQueues queues, ModuleRequest<WebhookRequest> asked, Instant now) {
        return switch (asked.request()) {
            case WebhookRequest.Create create -> create(queues, create, asked.actor(), now);
            case WebhookRequest.Change change -> change(queues, change, asked.actor());
            case WebhookRequest.Delete delete -> delete(queues.webhook(delete.id()), asked.actor());
            case WebhookRequest.Rotate rotate -> rotate(queues, rotate, asked.actor(), now);
            case WebhookRequest.Test test -> test(queues.webhook(test.id()), asked.actor());
            case WebhookRequest.Enqueue enqueue -> enqueue(queues, enqueue);
            case WebhookRequest.Attempted attempted -> attempted(queues, attempted, now);
            case WebhookRequest.Retry retry -> retry(queues, retry.delivery(), now);
            case WebhookRequest.Expire expire ->
                    rows(expire.deliveries().stream().map(NotifyTables::remove).toList());
        };
    }

    private static Commit rows(List<RowChange> rows) {
        return Commit.of(List.of(), rows);
    }

    private static EventDraft event(Fact fact, Webhook webhook, Actor actor) {
        return EventDraft.of(fact, actor, "webhook/" + webhook.id()).in(webhook.team().value());
    }

    private static Commit create(
            WebhookQueues queues, WebhookRequest.Create create, Actor actor, Instant now) {
        if (queues.countOf(create.team()) >= MAX_WEBHOOKS_OF_TEAM
                || queues.webhooks().size() >= MAX_WEBHOOKS) {
            throw NotifyProblems.tooMany(create.team(), MAX_WEBHOOKS_OF_TEAM, MAX_WEBHOOKS);
        }
        var webhook =
                new Webhook(
                        create.id(),
                        create.team(),
                        create.target(),
                        true,
                        Webhook.Health.GOOD,
                        create.keys(),
                        new Webhook.Created(actor.name(), now, create.seq()));
        Fact fact =
                new Fact.WebhookCreated(
                        webhook.id().value(),
                        webhook.team(),
                        WebhookAddress.host(webhook.target().url()),
                        webhook.target().types());
        return Commit.of(List.of(event(fact, webhook, actor)), List.of(NotifyTables.put(webhook)))
                .answering("{\"id\":\"" + webhook.id() + "\"}");
    }

    private static Commit change(WebhookQueues queues, WebhookRequest.Change asked, Actor actor) {
        Webhook before = queues.webhook(asked.id());
        Webhooks.Change change = asked.change();
        var target =
                new Webhook.Target(
                        change.url().orElse(before.target().url()),
                        change.types().orElse(before.target().types()),
                        change.format().orElse(before.target().format()));
        Webhook after = before.with(target);
        if (change.enabled().isPresent()) {
            after = after.enabled(change.enabled().get());
        }
        if (after.equals(before)) {
            return rows(List.of());
        }
        Fact fact =
                new Fact.WebhookChanged(
                        after.id().value(),
                        after.team(),
                        WebhookAddress.host(target.url()),
                        target.types(),
                        after.enabled());
        return Commit.of(List.of(event(fact, after, actor)), List.of(NotifyTables.put(after)));
    }

    private static Commit delete(Webhook webhook, Actor actor) {
        Fact fact = new Fact.WebhookRemoved(webhook.id().value(), webhook.team());
        return Commit.of(
                List.of(event(fact, webhook, actor)),
                List.of(new RowChange.Remove<>(NotifyTables.WEBHOOKS, webhook)));
    }

    private static Commit rotate(
            WebhookQueues queues, WebhookRequest.Rotate rotate, Actor actor, Instant now) {
        Instant until = now.plus(ROTATION);
        Webhook webhook = queues.webhook(rotate.id());
        Webhook rotated = webhook.with(webhook.keys().rotated(rotate.encrypted(), until));
        Fact fact = new Fact.WebhookSecretRotated(webhook.id().value(), webhook.team(), until);
        return Commit.of(List.of(event(fact, webhook, actor)), List.of(NotifyTables.put(rotated)));
    }

    /** The reader makes the delivery of this event, as of all events. */
    private static Commit test(Webhook webhook, Actor actor) {
        Fact fact = new Fact.WebhookTested(webhook.id().value(), webhook.team());
        return Commit.of(event(fact, webhook, actor));
    }

    /** A delivery that does not fit into the queue replaces the oldest one that was not tried yet. */
    private static Commit enqueue(WebhookQueues queues, WebhookRequest.Enqueue enqueue) {
        WebhookQueues next = queues;
        List<RowChange> rows = new ArrayList<>();
        for (Delivery delivery : enqueue.deliveries()) {
            Commit added = enqueue(next, delivery);
            next = next.after(added);
            rows.addAll(added.rows());
        }
        return rows(rows);
    }

    private static Commit enqueue(WebhookQueues queues, Delivery delivery) {
        Optional<Webhook> webhook = queues.webhooks().get(delivery.webhook());
        if (webhook.isEmpty() || queues.pending(delivery.key()).isPresent()) {
            return rows(List.of());
        }
        List<RowChange> rows = new ArrayList<>(List.of(NotifyTables.put(delivery)));
        var queue = queues.queue(delivery.webhook());
        if (queue.size() >= MAX_PENDING) {
            queue.values().skip(1).findFirst().map(NotifyTables::remove).ifPresent(rows::add);
            Webhook.Health health = webhook.get().health();
            var dropped =
                    new Webhook.Health(
                            health.failingSince(), health.dropped() + 1, health.disabledBecause());
            rows.add(NotifyTables.put(webhook.get().with(dropped)));
        }
        return rows(rows);
    }

    private static Commit attempted(
            WebhookQueues queues, WebhookRequest.Attempted attempted, Instant now) {
        Optional<Webhook> webhook = queues.webhooks().get(attempted.delivery().webhook());
        if (webhook.isEmpty() || queues.pending(attempted.delivery().key()).isEmpty()) {
            return rows(List.of());
        }
        Delivery delivery = WebhookRequest.current(queues, attempted.delivery());
        SendResult result = attempted.result();
        var attempt = new Delivery.Attempt(now, result.statusCode(), result.error());
        if (delivery.isTest()) {
            Delivery.Status status =
                    result.success() ? Delivery.Status.DELIVERED : Delivery.Status.FAILED;
            return rows(List.of(NotifyTables.put(delivery.ended(status, attempt))));
        }
        return result.success()
                ? delivered(webhook.get(), delivery, attempt)
                : failed(webhook.get(), delivery, attempt, attempted);
    }

    private static Commit delivered(Webhook webhook, Delivery delivery, Delivery.Attempt attempt) {
        List<RowChange> rows = new ArrayList<>();
        rows.add(NotifyTables.put(delivery.ended(Delivery.Status.DELIVERED, attempt)));
        if (webhook.health().failingSince().isPresent()) {
            var good =
                    new Webhook.Health(
                            Optional.empty(),
                            webhook.health().dropped(),
                            webhook.health().disabledBecause());
            rows.add(NotifyTables.put(webhook.with(good)));
        }
        return rows(rows);
    }

    private static Commit failed(
            Webhook webhook,
            Delivery delivery,
            Delivery.Attempt attempt,
            WebhookRequest.Attempted attempted) {
        SendResult result = attempted.result();
        Optional<Duration> delay =
                RetrySchedule.delay(delivery.attempts() + 1, attempted.draw(), result.delay());
        if (result.gone() || delay.isEmpty()) {
            return disabled(webhook, delivery, attempt, result.gone());
        }
        List<RowChange> rows = new ArrayList<>();
        rows.add(NotifyTables.put(delivery.retriedAt(attempt.at().plus(delay.get()), attempt)));
        if (webhook.health().failingSince().isEmpty()) {
            rows.add(NotifyTables.put(webhook.with(failing(webhook, attempt, Optional.empty()))));
        }
        return rows(rows);
    }

    private static Commit disabled(
            Webhook webhook, Delivery delivery, Delivery.Attempt attempt, boolean gone) {
        String because = gone ? "gone" : "retries-exhausted";
        Webhook.Health health = failing(webhook, attempt, Optional.of(because));
        Webhook disabled = webhook.enabled(false).with(health);
        Fact fact =
                new Fact.WebhookDisabled(
                        webhook.id().value(), webhook.team(), because, health.failingSince());
        return Commit.of(
                List.of(event(fact, webhook, SELF)),
                List.of(
                        NotifyTables.put(delivery.ended(Delivery.Status.FAILED, attempt)),
                        NotifyTables.put(disabled)));
    }

    private static Webhook.Health failing(
            Webhook webhook, Delivery.Attempt attempt, Optional<String> disabledBecause) {
        Webhook.Health health = webhook.health();
        Instant since = health.failingSince().orElse(attempt.at());
        return new Webhook.Health(Optional.of(since), health.dropped(), disabledBecause);
    }

    private static Commit retry(WebhookQueues queues, Delivery stored, Instant now) {
        Webhook webhook = queues.webhook(stored.webhook());
        if (!webhook.enabled()) {
            throw NotifyProblems.disabled(webhook.id());
        }
        Delivery delivery = WebhookRequest.current(queues, stored);
        return rows(List.of(NotifyTables.put(delivery.restarted(now))));
    }
}
