package slipway.storm;

import java.util.List;
import java.util.Optional;

/** The result of a run. */
public final class StormReport {

    private static final int LAST_LINES = 60;

    private final long seed;
    private final StormTally stormTally;
    private final Optional<InvariantViolation> violation;
    private final List<String> trace;

    StormReport(
            long seed,
            StormTally stormTally,
            Optional<InvariantViolation> violation,
            List<String> story) {
        this.seed = seed;
        this.stormTally = stormTally;
        this.violation = violation;
        this.trace = story;
    }

    public Optional<InvariantViolation> violation() {
        return violation;
    }

    StormTally tally() {
        return stormTally;
    }

    /** The violation, the last steps before it, and the command that replays the run. */
    public String trace(String test) {
        int from = Math.max(0, trace.size() - LAST_LINES);
        return "%s%n%s%n  replay   ./slipway test --only %s --seed %d"
                .formatted(
                        violation.map(Throwable::getMessage).orElse("Nothing was violated."),
                        trace.subList(from, trace.size()).stream()
                                .map(line -> "  " + line)
                                .collect(
                                        java.util.stream.Collectors.joining(
                                                System.lineSeparator())),
                        test,
                        seed);
    }

    /** Fails the test when the run did. */
    public void orThrow(String test) {
        violation.ifPresent(
                found -> {
                    throw new AssertionError(trace(test), found);
                });
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + stormTally;
    }
}
