package slipway.plan.serving;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many requests there are.
 *
 * @param value what it says depends on the kind; not a number where nobody said
 */
record RequestLoad(Kind kind, double value) {

    enum Kind {
        /** So many at any time: whoever is answered asks again. */
        CONCURRENCY("concurrency"),
        /** So many in a batch. */
        BATCH("static_batch"),
        /** All of them from the start. */
        OFFLINE("offline-max"),
        /** So many in a second. */
        RATE("request_rate");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        static Optional<Kind> named(String text) {
            return Stream.of(values()).filter(kind -> kind.word.equals(text)).findFirst();
        }
    }

    boolean isSaid() {
        return value > 0 && !Double.isInfinite(value);
    }

    /** As many as memory holds: also where requests come faster than anybody can count. */
    boolean isOffline() {
        return kind == Kind.OFFLINE || (kind == Kind.RATE && !isSaid());
    }

    boolean isRate() {
        return kind == Kind.RATE && isSaid();
    }
}
