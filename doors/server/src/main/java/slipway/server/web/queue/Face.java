package slipway.server.web.queue;

import slipway.run.Workload;
import slipway.server.web.part.State;

/**
 * How a workload is named in a list: its name, where its page is, whose it is, and its state.
 *
 * @param word its state as a person says it
 */
public record Face(
        String id, String name, String path, String team, String owner, State state, String word) {

    public static Face of(Workload workload) {
        return new Face(
                workload.id().value(),
                Scene.name(workload),
                Scene.path(workload),
                workload.team().value(),
                workload.title().owner(),
                glyph(workload.state()),
                workload.state().word());
    }

    /** Its sign and colour. */
    public static State glyph(slipway.run.WorkloadState workloadState) {
        return switch (workloadState) {
            case slipway.run.WorkloadState.Submitted _, slipway.run.WorkloadState.Queued _ ->
                    State.QUEUED;
            case slipway.run.WorkloadState.Starting _ -> State.STARTING;
            case slipway.run.WorkloadState.Running _ -> State.RUNNING;
            case slipway.run.WorkloadState.Stopping(_, _, var stop) ->
                    switch (stop.then()) {
                        case QUEUE, MOVE -> State.PREEMPTING;
                        case DONE -> State.SUCCEEDED;
                        case CANCEL, REST -> State.CANCELLED;
                        case FAIL, RETRY -> State.FAILED;
                    };
            case slipway.run.WorkloadState.Ended(var outcome, _, _, _) ->
                    switch (outcome) {
                        case SUCCEEDED -> State.SUCCEEDED;
                        case FAILED -> State.FAILED;
                        case CANCELLED -> State.CANCELLED;
                    };
        };
    }

    public String under() {
        return team + ", " + owner;
    }
}
