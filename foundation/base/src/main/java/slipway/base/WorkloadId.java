package slipway.base;

import java.util.Optional;

/** The id of a workload. It is never reused, so that logs and invoices of different years do not mix. */
public record WorkloadId(String value) implements Comparable<WorkloadId> {

    public WorkloadId {
        NameSyntax.require("workload's id", value);
    }

    /** For text from outside: a malformed id is not a bug but an unknown workload. */
    public static Optional<WorkloadId> parse(String text) {
        return NameSyntax.matches(text) ? Optional.of(new WorkloadId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(WorkloadId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
