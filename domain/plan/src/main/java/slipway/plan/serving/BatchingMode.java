package slipway.plan.serving;

import java.util.Optional;
import java.util.stream.Stream;

/** How requests are put together. */
enum BatchingMode {
    /** Prefill and decode share the accelerators; requests come and go. */
    AGGREGATED("agg"),
    /** All requests of a batch begin and end together. */
    STATIC("static-batch"),
    /** Prefill has accelerators of its own. */
    DISAGGREGATED("disagg");

    private final String word;

    BatchingMode(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<BatchingMode> named(String text) {
        return Stream.of(values())
                .filter(batchingMode -> batchingMode.word.equals(text))
                .findFirst();
    }
}
