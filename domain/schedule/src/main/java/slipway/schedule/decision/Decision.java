package slipway.schedule.decision;

import java.time.Instant;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;

/** What becomes of one workload. Every workload of a picture gets exactly one. */
public sealed interface Decision {

    WorkloadId workload();

    /**
     * It starts now.
     *
     * @param backfilledBefore the place is kept for this workload, and it gives way to it
     */
    record Start(WorkloadId workload, Placement placement, Optional<WorkloadId> backfilledBefore)
            implements Decision {}

    /** It is told to stop, and goes back to the queue. */
    record Preempt(WorkloadId workload, Reason reason, Instant by) implements Decision {}

    /** It goes on with more or fewer nodes. */
    record Resize(WorkloadId workload, Placement to, Instant by) implements Decision {}

    /** It goes on elsewhere, so that another finds room. */
    record Migrate(WorkloadId workload, Placement to, WorkloadId beneficiary, Instant by)
            implements Decision {}

    /** It waits; {@link Cause} says for what. */
    record Wait(WorkloadId workload, Cause cause, Optional<Reservation> reservation)
            implements Decision {}

    /** It runs on. */
    record Stay(WorkloadId workload) implements Decision {}

    /** Why somebody has to go. */
    sealed interface Reason {

        /** A workload within its team's guarantee gets back what was borrowed. */
        record Reclaimed(WorkloadId by) implements Reason {}

        /** A workload of the same team with a higher priority needs the place. */
        record Outranked(WorkloadId by) implements Reason {}

        /** A workload of the same team will probably end much sooner. */
        record Overtaken(WorkloadId by) implements Reason {}

        /** It was let into a gap, and the one for whom the place is kept has come. */
        record BackfillWindowEnded(WorkloadId by) implements Reason {}

        /** The node is booked from now on. */
        record Booked(String node) implements Reason {}
    }
}
