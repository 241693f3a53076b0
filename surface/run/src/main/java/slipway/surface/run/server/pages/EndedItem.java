package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.Optional;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;

/** An ended workload in a list. */
public record EndedItem(WorkloadLabel face, Instant at, String because, Optional<CostLabel> cost) {

    static EndedItem of(Workload workload, VisibleWorkloads visibleWorkloads) {
        String because =
                workload.state() instanceof WorkloadState.Ended(_, _, var text, _) ? text : "";
        return new EndedItem(
                WorkloadLabel.of(workload),
                workload.state().since(),
                because,
                visibleWorkloads.costLabel(workload));
    }
}
