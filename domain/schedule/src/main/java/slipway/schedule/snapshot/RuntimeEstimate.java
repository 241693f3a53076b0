package slipway.schedule.snapshot;

import java.time.Duration;

/**
 * How long a workload will run, and how that is known.
 *
 * @param low it ends before this in one case of twenty
 * @param high it ends after this in one case of twenty
 */
public record RuntimeEstimate(Duration low, Duration middle, Duration high, Source source) {

    /** For services and workspaces; far beyond every horizon and still safe to add to an instant. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    public static final RuntimeEstimate ENDLESS =
            new RuntimeEstimate(FOREVER, FOREVER, FOREVER, Source.ENDLESS);

    public RuntimeEstimate {
        if (low.isNegative() || low.compareTo(middle) > 0 || middle.compareTo(high) > 0) {
            throw new IllegalArgumentException(
                    "%s is not between %s and %s".formatted(middle, low, high));
        }
    }

    public static RuntimeEstimate of(Duration low, Duration middle, Duration high, Source source) {
        return new RuntimeEstimate(low, middle, high, source);
    }

    /** Nothing is known but where it must end. */
    public static RuntimeEstimate unknown(Duration longest) {
        return new RuntimeEstimate(Duration.ZERO, longest.dividedBy(2), longest, Source.UNKNOWN);
    }

    public boolean isKnown() {
        return source != Source.UNKNOWN;
    }

    public boolean isEndless() {
        return source == Source.ENDLESS;
    }

    /** Where a duration comes from, the first that there is. */
    public enum Source {
        PLAN,
        PILOT,
        HISTORY,
        /** Only the upper end: the limit that was asked for. */
        LIMIT,
        UNKNOWN,
        /** Services and workspaces run until somebody stops them. */
        ENDLESS
    }
}
