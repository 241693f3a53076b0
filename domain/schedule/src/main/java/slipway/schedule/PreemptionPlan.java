package slipway.schedule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import slipway.schedule.snapshot.Placement;

/**
 * A preemption plan: the placement that a pending job gets, and the running jobs that make way for it.
 *
 * @param preempted the jobs to stop, in a fixed order
 * @param shrunk the nodes that elastic gangs give up
 * @param from when the preemption may begin, in epoch milliseconds
 */
record PreemptionPlan(
        Placement placement,
        List<RunningJob> preempted,
        Map<RunningJob, Set<String>> shrunk,
        long from) {

    boolean hasVictims() {
        return !preempted.isEmpty() || !shrunk.isEmpty();
    }
}
