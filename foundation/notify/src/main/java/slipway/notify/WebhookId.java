package slipway.notify;

import java.util.Optional;
import java.util.regex.Pattern;

/** The id of a webhook: {@code wh_} and a ULID. */
public record WebhookId(String value) implements Comparable<WebhookId> {

    private static final String PREFIX = "wh_";
    private static final Pattern SYNTAX = Pattern.compile(PREFIX + "[0-9a-hjkmnp-tv-z]{26}");

    public WebhookId {
        if (!SYNTAX.matcher(value).matches()) {
            throw new IllegalArgumentException("Not the id of a webhook: " + value);
        }
    }

    static WebhookId of(String ulid) {
        return new WebhookId(PREFIX + ulid);
    }

    /** For text from outside: a malformed id is an unknown webhook. */
    public static Optional<WebhookId> parse(String text) {
        return SYNTAX.matcher(text).matches() ? Optional.of(new WebhookId(text)) : Optional.empty();
    }

    String ulid() {
        return value.substring(PREFIX.length());
    }

    @Override
    public int compareTo(WebhookId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
