package slipway.plan.serving;

/** What is predicted. The first token has a likeness of its own. */
enum LatencyTarget {
    FIRST("first", 0),
    EACH("each", 1),
    WHOLE("whole", 2);

    private final String word;
    private final int place;

    LatencyTarget(String word, int place) {
        this.word = word;
        this.place = place;
    }

    /** Where it stands among the residuals of a row. */
    int place() {
        return place;
    }

    String word() {
        return word;
    }

    /** The line of likeness that holds for it. */
    int kind() {
        return this == FIRST ? 0 : 1;
    }
}
