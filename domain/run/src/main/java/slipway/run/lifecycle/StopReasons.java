package slipway.run.lifecycle;

import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision.Reason;

/** Why a workload is preempted, in a sentence that names the workload it makes way for. */
final class StopReasons {

    private StopReasons() {}

    static String text(Reason reason, RunState runState) {
        return switch (reason) {
            case Reason.Reclaimed(var by) ->
                    "%s gets back what its team is guaranteed.".formatted(name(by, runState));
            case Reason.Outranked(var by) ->
                    "%s has a higher priority.".formatted(name(by, runState));
            case Reason.Overtaken(var by) ->
                    "%s will probably end much sooner.".formatted(name(by, runState));
            case Reason.BackfillWindowEnded(var by) ->
                    "The capacity was reserved for %s, which starts now."
                            .formatted(name(by, runState));
            case Reason.Booked(var node) -> "%s is booked from now on.".formatted(node);
        };
    }

    private static String name(WorkloadId id, RunState runState) {
        return runState.find(id).map(Workload::name).orElse(id.value());
    }
}
