package slipway.notify;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The primary key of a delivery: the webhook and the position in its queue. The position has the form of a ULID and
 * begins with the number of the event, so that the order is that of events whatever the clock did, and the same event
 * read twice after a crash gives the same delivery.
 */
record DeliveryKey(String value) implements Comparable<DeliveryKey> {

    private static final String PREFIX = "dlv_";
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int ULID_LENGTH = 26;
    private static final int MILLIS_BITS = 48;
    private static final int SALT_BITS = 16;
    private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());
    private static final Pattern SYNTAX = Pattern.compile(PREFIX + "[0-9a-hjkmnp-tv-z]{26}");

    /**
     * @param seq number of the event
     * @param at time of the event
     */
    static DeliveryKey of(WebhookId webhook, long seq, Instant at) {
        BigInteger position =
                BigInteger.valueOf(seq)
                        .shiftLeft(MILLIS_BITS)
                        .or(BigInteger.valueOf(at.toEpochMilli()))
                        .shiftLeft(SALT_BITS)
                        .or(BigInteger.valueOf(webhook.hashCode() & 0xffff));
        var ulid = new StringBuilder();
        for (BigInteger rest = position; ulid.length() < ULID_LENGTH; rest = rest.divide(BASE)) {
            ulid.append(ALPHABET.charAt(rest.mod(BASE).intValue()));
        }
        return new DeliveryKey(webhook.ulid() + "-" + ulid.reverse());
    }

    /** The key of a delivery that a client names; empty when the text is not an id. */
    static Optional<DeliveryKey> parse(WebhookId webhook, String id) {
        return SYNTAX.matcher(id).matches()
                ? Optional.of(new DeliveryKey(webhook.ulid() + "-" + id.substring(PREFIX.length())))
                : Optional.empty();
    }

    /** Greater than the key of every delivery of the webhook. */
    static String end(WebhookId webhook) {
        return webhook.ulid() + "-" + "z".repeat(ULID_LENGTH);
    }

    WebhookId webhook() {
        return WebhookId.of(value.substring(0, ULID_LENGTH));
    }

    String id() {
        return PREFIX + value.substring(ULID_LENGTH + 1);
    }

    @Override
    public int compareTo(DeliveryKey other) {
        return value.compareTo(other.value);
    }
}
