package slipway.run.dispatch;

import java.util.Map;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Cause;

/**
 * What the scheduler knows of some workloads, without running anything forward.
 *
 * @param causes what each waits for, of those that wait for a place
 * @param schedulable each as the scheduler sees it, with how long it will run
 */
public record CurrentCauses(
        Map<WorkloadId, Cause> causes,
        Map<WorkloadId, slipway.schedule.snapshot.SchedulableWorkload> schedulable) {

    public static final CurrentCauses EMPTY = new CurrentCauses(Map.of(), Map.of());

    public CurrentCauses {
        causes = Map.copyOf(causes);
        schedulable = Map.copyOf(schedulable);
    }

    public Optional<Cause> cause(WorkloadId id) {
        return Optional.ofNullable(causes.get(id));
    }

    public Optional<slipway.schedule.snapshot.SchedulableWorkload> schedulable(WorkloadId id) {
        return Optional.ofNullable(schedulable.get(id));
    }
}
