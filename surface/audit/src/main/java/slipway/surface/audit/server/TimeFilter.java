package slipway.surface.audit.server;

/** Filters entries by time. */
public enum TimeFilter {
    TODAY("Today", "today"),
    WEEK("7 days", "in 7 days"),
    MONTH("30 days", "in 30 days"),
    EVER("All time", "since the beginning"),
    BETWEEN("From, to", "between two days");

    private final String title;
    private final String phrase;

    TimeFilter(String title, String phrase) {
        this.title = title;
        this.phrase = phrase;
    }

    public String title() {
        return title;
    }

    /** The end of a sentence about the range. */
    public String phrase() {
        return phrase;
    }
}
