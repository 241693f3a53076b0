package slipway.schedule.snapshot;

import java.time.Duration;

/**
 * How long a workload will run, and the source of that estimate.
 *
 * @param low it ends before this in one case of twenty
 * @param high it ends after this in one case of twenty
 */
public record RuntimeEstimate(Duration low, Duration middle, Duration high, Source source) {

    /** For services and workspaces; beyond every horizon and still safe to add to an instant. */
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

    /** Only the maximum is known. */
    public static RuntimeEstimate unknown(Duration longest) {
        return new RuntimeEstimate(Duration.ZERO, longest.dividedBy(2), longest, Source.UNKNOWN);
    }

    /** The estimate for several times the work per accelerator; limits stay as they are. */
    RuntimeEstimate times(int factor) {
        return switch (source) {
            case PLAN, PILOT, HISTORY ->
                    new RuntimeEstimate(
                            low.multipliedBy(factor),
                            middle.multipliedBy(factor),
                            high.multipliedBy(factor),
                            source);
            case LIMIT, UNKNOWN, ENDLESS -> this;
        };
    }

    public boolean isKnown() {
        return source != Source.UNKNOWN;
    }

    public boolean isEndless() {
        return source == Source.ENDLESS;
    }

    /** The source of an estimate, in order of preference. */
    public enum Source {
        PLAN,
        PILOT,
        HISTORY,
        /** Only the upper end is known: the requested limit. */
        LIMIT,
        UNKNOWN,
        /** Services and workspaces run until a user stops them. */
        ENDLESS
    }
}
