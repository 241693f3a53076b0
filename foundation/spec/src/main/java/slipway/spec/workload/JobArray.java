package slipway.spec.workload;

import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Members of an array: runs of one workload with different indices.
 *
 * @param indices the numbers, ascending
 * @param maxParallel maximum number of members that run at the same time; empty: no limit
 */
public record JobArray(List<Integer> indices, OptionalInt maxParallel) {

    static final int MAX_MEMBERS = 10_000;
    static final int MAX_INDEX = 1_000_000;

    public JobArray {
        indices = List.copyOf(new TreeSet<>(indices));
        if (indices.isEmpty() || indices.size() > MAX_MEMBERS) {
            throw new IllegalArgumentException(
                    "An array has 1 to %,d members, not %,d"
                            .formatted(MAX_MEMBERS, indices.size()));
        }
        if (indices.getFirst() < 0 || indices.getLast() > MAX_INDEX) {
            throw new IllegalArgumentException("An index is 0 to %,d".formatted(MAX_INDEX));
        }
        if (maxParallel.isPresent() && maxParallel.getAsInt() < 1) {
            throw new IllegalArgumentException("At least one member runs at a time");
        }
    }

    public int size() {
        return indices.size();
    }

    /** In the notation of users, as ranges: {@code 0-99,200-200%10}. */
    public String notation() {
        var text = new StringBuilder();
        for (int at = 0; at < indices.size(); ) {
            int end = at;
            while (end + 1 < indices.size() && indices.get(end + 1) == indices.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ",")
                    .append(indices.get(at))
                    .append('-')
                    .append(indices.get(end));
            at = end + 1;
        }
        maxParallel.ifPresent(most -> text.append('%').append(most));
        return text.toString();
    }
}
