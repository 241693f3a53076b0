package slipway.surface.run.server.pages;

import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.StateBadge;

/**
 * The identity and state of a workload in a list.
 *
 * @param path of its page
 * @param word the label of its state
 */
public record WorkloadLabel(
        String id,
        String name,
        String path,
        String team,
        String owner,
        StateBadge state,
        String word) {

    public static WorkloadLabel of(Workload workload) {
        return new WorkloadLabel(
                workload.id().value(),
                VisibleWorkloads.name(workload),
                VisibleWorkloads.path(workload),
                workload.team().value(),
                workload.header().owner(),
                badge(workload.state()),
                workload.state().label());
    }

    /** The icon and color of a state. */
    public static StateBadge badge(slipway.run.lifecycle.WorkloadState workloadState) {
        return switch (workloadState) {
            case slipway.run.lifecycle.WorkloadState.Submitted _,
                    slipway.run.lifecycle.WorkloadState.Queued _ ->
                    StateBadge.QUEUED;
            case slipway.run.lifecycle.WorkloadState.Starting _ -> StateBadge.STARTING;
            case slipway.run.lifecycle.WorkloadState.Running _ -> StateBadge.RUNNING;
            case slipway.run.lifecycle.WorkloadState.Stopping(_, _, var stop) ->
                    switch (stop.then()) {
                        case QUEUE, MOVE -> StateBadge.PREEMPTING;
                        case DONE -> StateBadge.SUCCEEDED;
                        case CANCEL, REST -> StateBadge.CANCELLED;
                        case FAIL, RETRY -> StateBadge.FAILED;
                    };
            case slipway.run.lifecycle.WorkloadState.Ended(var outcome, _, _, _) ->
                    switch (outcome) {
                        case SUCCEEDED -> StateBadge.SUCCEEDED;
                        case FAILED -> StateBadge.FAILED;
                        case CANCELLED -> StateBadge.CANCELLED;
                    };
        };
    }

    public String under() {
        return team + ", " + owner;
    }
}
