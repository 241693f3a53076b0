package slipway.plan.serving;

import java.util.Optional;
import java.util.stream.Stream;

/** How a server batches requests. */
enum BatchingMode {
    /** Prefill and decode share the accelerators with continuous batching. */
    AGGREGATED("agg"),
    /** All requests of a batch start and end together. */
    STATIC("static-batch"),
    /** Prefill has its own accelerators. */
    DISAGGREGATED("disagg");

    private final String word;

    BatchingMode(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<BatchingMode> find(String text) {
        return Stream.of(values())
                .filter(batchingMode -> batchingMode.word.equals(text))
                .findFirst();
    }
}
