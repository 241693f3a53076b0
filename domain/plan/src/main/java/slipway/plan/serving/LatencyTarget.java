package slipway.plan.serving;

/** The predicted latencies. TTFT has its own covariance. */
enum LatencyTarget {
    TTFT("first", 0),
    TPOT("each", 1),
    END_TO_END("whole", 2);

    private final String word;
    private final int index;

    LatencyTarget(String word, int place) {
        this.word = word;
        this.index = place;
    }

    /** The index among the residuals of a row. */
    int index() {
        return index;
    }

    String word() {
        return word;
    }

    /** The index of the covariance for this target. */
    int covarianceIndex() {
        return this == TTFT ? 0 : 1;
    }
}
