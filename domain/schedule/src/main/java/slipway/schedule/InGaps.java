package slipway.schedule;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;

/** What those have who were let in before somebody for whom a place is kept: it goes back when that one comes. */
final class InGaps {

    private final Map<Gap, Integer> had = new HashMap<>();

    private record Gap(WorkloadId holder, String quota) {}

    /** It comes into a gap or, with a sign below zero, leaves it; nothing if it is in none. */
    void add(RunningJob runningJob, String quota, int sign) {
        runningJob
                .running()
                .backfilledBefore()
                .map(holder -> new Gap(holder, quota))
                .ifPresent(gap -> had.merge(gap, sign * runningJob.thousandths(), InGaps::sum));
    }

    private static @Nullable Integer sum(int one, int other) {
        return one + other == 0 ? null : one + other;
    }

    /** What is kept for the holder beyond what those have. */
    int claim(PendingJob holder, String quota) {
        return holder.reservedThousandths() - had.getOrDefault(new Gap(holder.pending().id(), quota), 0);
    }
}
