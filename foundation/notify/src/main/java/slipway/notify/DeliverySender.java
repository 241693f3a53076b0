package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.LoopExecutor;

/**
 * Makes the attempts that are due. Each webhook has one attempt at a time, so that its messages stay in order, and
 * besides one test; the webhooks are independent of each other.
 */
final class DeliverySender implements LoopExecutor.Work {

    private static final Logger LOG = LoggerFactory.getLogger(DeliverySender.class);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** When the outcome of an attempt could not be stored, the same attempt would be due again at once. */
    private static final Duration HOLD = Duration.ofMinutes(1);

    private final Webhooks webhooks;
    private final Function<Webhook, Stream<SigningSecret>> secrets;
    private final WebhookClient client;
    private final Executor executor;
    private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
    private final Map<String, Instant> heldUntil = new ConcurrentHashMap<>();
    private final BlockingQueue<Boolean> wakeUps = new ArrayBlockingQueue<>(1);

    /**
     * @param secrets those that sign a message of the webhook now
     * @param executor runs the attempts
     */
    DeliverySender(
            Webhooks webhooks,
            Function<Webhook, Stream<SigningSecret>> secrets,
            WebhookClient client,
            Executor executor) {
        this.webhooks = webhooks;
        this.secrets = secrets;
        this.client = client;
        this.executor = executor;
    }

    /** There may be something to send. */
    void wake() {
        var _ = wakeUps.offer(true);
    }

    @Override
    public boolean round(boolean mayWait) throws InterruptedException {
        if (mayWait) {
            var _ = wakeUps.poll(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
        Instant now = webhooks.now();
        WebhookQueues queues = webhooks.queues();
        long started =
                queues.webhooks()
                        .values()
                        .flatMap(webhook -> due(queues, webhook, now))
                        .filter(delivery -> start(delivery, now))
                        .count();
        return started > 0;
    }

    /** The first delivery in the queue, unless its next attempt is later, and a test. */
    private static Stream<Delivery> due(WebhookQueues queues, Webhook webhook, Instant now) {
        var queue = queues.queue(webhook.id());
        Optional<Delivery> first =
                queue.values()
                        .filter(delivery -> webhook.enabled() && !delivery.isTest())
                        .findFirst();
        Optional<Delivery> test = queue.values().filter(Delivery::isTest).findFirst();
        return Stream.concat(first.stream(), test.stream())
                .filter(delivery -> delivery.nextAt().filter(at -> isDue(at, now)).isPresent());
    }

    /** No delay is that long: the clock was ahead when it was chosen. */
    private static boolean isDue(Instant at, Instant now) {
        return !at.isAfter(now) || at.isAfter(now.plus(RetrySchedule.LONGEST));
    }

    private static String lane(Delivery delivery) {
        return delivery.webhook() + (delivery.isTest() ? "/test" : "");
    }

    private boolean start(Delivery delivery, Instant now) {
        String lane = lane(delivery);
        Instant held = heldUntil.getOrDefault(lane, Instant.MIN);
        if (held.isAfter(now) || !inFlight.add(lane)) {
            return false;
        }
        try {
            executor.execute(() -> attemptIn(lane, delivery));
        } catch (RejectedExecutionException closing) {
            inFlight.remove(lane);
        }
        return true;
    }

    private void attemptIn(String lane, Delivery pending) {
        try {
            webhooks.row(pending.key()).ifPresent(this::attempt);
            heldUntil.remove(lane);
        } catch (RuntimeException e) {
            LOG.warn("Delivery {} will be sent again: {}", pending.id(), e.toString());
            heldUntil.put(lane, webhooks.now().plus(HOLD));
        } finally {
            inFlight.remove(lane);
            wake();
        }
    }

    /** A crash before the outcome is durable repeats the attempt, with the same message id. */
    private void attempt(Delivery delivery) {
        Optional<Webhook> webhook = webhooks.find(delivery.webhook());
        if (webhook.isPresent()) {
            webhooks.attempted(delivery, send(webhook.get(), delivery));
        }
    }

    private SendResult send(Webhook webhook, Delivery delivery) {
        try {
            URI url = WebhookAddress.uri(webhook.target().url()).orElseThrow();
            String body = delivery.message().body();
            return client.post(url, headers(webhook, delivery), body.getBytes(UTF_8));
        } catch (RuntimeException e) {
            LOG.error("Delivery {} failed because of a bug", delivery.id(), e);
            return new SendResult.NotAnswered("Slipway could not send it: " + e + ".");
        }
    }

    private Map<String, String> headers(Webhook webhook, Delivery delivery) {
        Instant now = webhooks.now();
        Delivery.Message message = delivery.message();
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "Slipway");
        headers.put("webhook-id", message.id());
        headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
        headers.put(
                "webhook-signature",
                secrets.apply(webhook)
                        .map(secret -> secret.sign(message.id(), now, message.body()))
                        .collect(Collectors.joining(" ")));
        return headers;
    }
}
