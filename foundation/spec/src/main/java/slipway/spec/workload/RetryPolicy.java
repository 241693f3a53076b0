package slipway.spec.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The retry policy after a failed attempt. Preemptions and lost nodes do not count: after those a workload always
 * restarts.
 *
 * @param attempts maximum number of failed attempts; 1 means no retry
 * @param backoff the pause before the second; it doubles each time
 * @param maxBackoff maximum pause
 * @param exitCodes exit codes that are retried; none means all
 * @param hung action on an attempt without progress
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

    /** Whether this exit code is retried. */
    public boolean retries(int exitCode) {
        return exitCode != 0 && (exitCodes.isEmpty() || exitCodes.contains(exitCode));
    }

    /** The pause after this number of failed attempts. */
    public Duration backoffAfter(int failed) {
        Duration pause = backoff;
        for (int i = 1; i < failed && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }

    /**
     * A rule that classifies a failure by a line of the log.
     *
     * @param pattern a regular expression that is found in the line
     */
    public record Rule(String pattern, Action action) {}

    /** Action on an attempt that hangs. */
    public enum Hung {
        /** An event reports it, and the attempt continues. */
        WARN,
        /** It is stopped, and has failed. */
        STOP
    }

    /** Action on a matching line. */
    public enum Action {
        /** It is retried, but not on that node. */
        EXCLUDE_NODE,
        /** It is not retried. */
        STOP
    }
}
