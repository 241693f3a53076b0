package slipway.run.dispatch;

import java.util.Map;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Cause;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * The scheduler's current view of some workloads; no forecast is run for it.
 *
 * @param causes the reason why each pending workload waits
 * @param schedulable each workload as the scheduler sees it, with its runtime estimate
 */
public record CurrentCauses(
        Map<WorkloadId, Cause> causes, Map<WorkloadId, SchedulableWorkload> schedulable) {

    public static final CurrentCauses EMPTY = new CurrentCauses(Map.of(), Map.of());

    public CurrentCauses {
        causes = Map.copyOf(causes);
        schedulable = Map.copyOf(schedulable);
    }

    public Optional<Cause> cause(WorkloadId id) {
        return Optional.ofNullable(causes.get(id));
    }

    public Optional<SchedulableWorkload> schedulable(WorkloadId id) {
        return Optional.ofNullable(schedulable.get(id));
    }
}
