package slipway.notify;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import slipway.base.WireNamed;

/**
 * One message for one webhook.
 *
 * @param attempts the attempts so far; zero again after a user retried it
 * @param nextAt when the next attempt is due; empty unless it is pending
 */
public record Delivery(
        DeliveryKey key,
        Message message,
        Status status,
        int attempts,
        Optional<Instant> nextAt,
        Optional<Attempt> last) {

    /** The state of a delivery. */
    public enum Status implements WireNamed {
        PENDING,
        DELIVERED,
        FAILED;

        @Override
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A message, the same in every attempt.
     *
     * @param id identifies it to the receiver: {@code evt_} and the number of its event
     * @param type the kind of the event
     * @param at the time of the event
     * @param body JSON; empty in memory, where only the row has it
     */
    public record Message(String id, String type, Instant at, String body) {}

    /**
     * The last attempt.
     *
     * @param status of the HTTP response, if there was one
     * @param error why it failed; empty after a success
     */
    public record Attempt(Instant at, Optional<Integer> status, Optional<String> error) {}

    public WebhookId webhook() {
        return key.webhook();
    }

    public String id() {
        return key.id();
    }

    /** A test is sent at once, once, and says nothing about the webhook. */
    boolean isTest() {
        return message.type().equals(EventMessage.TEST);
    }

    boolean isPending() {
        return status == Status.PENDING;
    }

    /** Bodies stay in the table, because many deliveries may be pending. */
    Delivery withoutBody() {
        return new Delivery(
                key,
                new Message(message.id(), message.type(), message.at(), ""),
                status,
                attempts,
                nextAt,
                last);
    }

    Delivery ended(Status newStatus, Attempt attempt) {
        return new Delivery(
                key, message, newStatus, attempts + 1, Optional.empty(), Optional.of(attempt));
    }

    Delivery retriedAt(Instant at, Attempt attempt) {
        return new Delivery(
                key, message, Status.PENDING, attempts + 1, Optional.of(at), Optional.of(attempt));
    }

    /** Due now, with the whole retry schedule before it. */
    Delivery restarted(Instant now) {
        return new Delivery(key, message, Status.PENDING, 0, Optional.of(now), last);
    }
}
