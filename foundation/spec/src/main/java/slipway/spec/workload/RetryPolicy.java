package slipway.spec.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What happens after an attempt has failed by itself. Preemptions and lost nodes do not count here: after those a
 * workload always starts again.
 *
 * @param attempts so many may fail; 1 is no second try
 * @param backoff the pause before the second; it doubles each time
 * @param maxBackoff but it grows no longer than this
 * @param exitCodes only after these it is tried again; none means after any
 * @param hung what is done about an attempt that does not get further
 */
public record RetryPolicy(
        int attempts,
        Duration backoff,
        Duration maxBackoff,
        Set<Integer> exitCodes,
        List<Rule> rules,
        Hung hung) {

    public static final RetryPolicy NEVER =
            new RetryPolicy(
                    1, Duration.ofSeconds(10), Duration.ofHours(1), Set.of(), List.of(), Hung.WARN);

    public RetryPolicy {
        exitCodes = Collections.unmodifiableSortedSet(new TreeSet<>(exitCodes));
        rules = List.copyOf(rules);
        if (attempts < 1 || backoff.isNegative() || maxBackoff.compareTo(backoff) < 0) {
            throw new IllegalArgumentException(
                    "There is at least one attempt, and no pause below zero");
        }
    }

    public static RetryPolicy times(int attempts) {
        return new RetryPolicy(
                attempts, NEVER.backoff, NEVER.maxBackoff, Set.of(), List.of(), Hung.WARN);
    }

    /** Whether this exit code is worth another try, as far as codes say. */
    public boolean retries(int exitCode) {
        return exitCode != 0 && (exitCodes.isEmpty() || exitCodes.contains(exitCode));
    }

    /** The pause after so many attempts have failed. */
    public Duration backoffAfter(int failed) {
        Duration pause = backoff;
        for (int i = 1; i < failed && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }

    /**
     * What a line of the log tells about the failure.
     *
     * @param pattern a regular expression that is found in the line
     */
    public record Rule(String pattern, Action action) {}

    /** What is done about an attempt that hangs. */
    public enum Hung {
        /** It is told, and goes on. */
        WARN,
        /** It is stopped, and has failed. */
        STOP
    }

    /** What is done when the line was seen. */
    public enum Action {
        /** It is tried again, but not on that node. */
        EXCLUDE_NODE,
        /** It is not tried again. */
        STOP
    }
}
