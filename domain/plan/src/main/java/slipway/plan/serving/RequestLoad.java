package slipway.plan.serving;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The load on a deployment.
 *
 * @param value the number, whose unit depends on the kind; NaN where it is not stated
 */
record RequestLoad(Kind kind, double value) {

    enum Kind {
        /** A constant number of concurrent requests: each completion starts the next request. */
        CONCURRENCY("concurrency"),
        /** Requests of one static batch. */
        BATCH("static_batch"),
        /** All requests at the start. */
        OFFLINE("offline-max"),
        /** Requests per second. */
        RATE("request_rate");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        static Optional<Kind> find(String text) {
            return Stream.of(values()).filter(kind -> kind.word.equals(text)).findFirst();
        }
    }

    boolean isStated() {
        return value > 0 && !Double.isInfinite(value);
    }

    /** Whether memory limits the concurrency; so it is also with an unlimited rate. */
    boolean isOffline() {
        return kind == Kind.OFFLINE || (kind == Kind.RATE && !isStated());
    }

    boolean isRate() {
        return kind == Kind.RATE && isStated();
    }
}
