package slipway.server.web.queue;

import java.time.Instant;
import java.util.Optional;
import slipway.run.Workload;
import slipway.run.WorkloadState;

/** Something that ended. */
public record EndedRow(Face face, Instant at, String because, Optional<Outlay> cost) {

    static EndedRow of(Workload workload, Scene visibleWorkloads) {
        String because =
                workload.state() instanceof WorkloadState.Ended(_, _, var words, _) ? words : "";
        return new EndedRow(
                Face.of(workload),
                workload.state().since(),
                because,
                visibleWorkloads.outlay(workload));
    }
}
