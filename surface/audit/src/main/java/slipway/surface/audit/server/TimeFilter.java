package slipway.surface.audit.server;

/** How far back entries are looked for. */
public enum TimeFilter {
    TODAY("Today", "today"),
    WEEK("7 days", "in 7 days"),
    MONTH("30 days", "in 30 days"),
    EVER("All time", "since the beginning"),
    BETWEEN("From, to", "between two days");

    private final String title;
    private final String words;

    TimeFilter(String title, String words) {
        this.title = title;
        this.words = words;
    }

    public String title() {
        return title;
    }

    /** As it ends a sentence. */
    public String words() {
        return words;
    }
}
