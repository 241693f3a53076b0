package slipway.run.engine;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.WorkloadId;

/**
 * One attempt at running a workload. Its name is the job name in the engine, so that an attempt is found again
 * anywhere.
 */
public record AttemptId(WorkloadId workload, int number) implements Comparable<AttemptId> {

    private static final Pattern NAME = Pattern.compile("([a-z0-9-]{1,63})\\.([1-9][0-9]{0,8})");
    private static final Comparator<AttemptId> ORDER =
            Comparator.comparing(AttemptId::workload).thenComparingInt(AttemptId::number);

    public AttemptId {
        if (number < 1) {
            throw new IllegalArgumentException("Attempts are numbered from 1, not " + number);
        }
    }

    /** The workload and the number, as in {@code 01k9x.2}. */
    public String name() {
        return workload + "." + number;
    }

    /** Parses a name that an engine reports; foreign jobs have other names. */
    public static Optional<AttemptId> of(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? WorkloadId.parse(matcher.group(1))
                        .map(
                                workload ->
                                        new AttemptId(workload, Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(AttemptId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return name();
    }
}
