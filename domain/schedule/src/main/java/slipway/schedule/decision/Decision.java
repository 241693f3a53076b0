package slipway.schedule.decision;

import java.time.Instant;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;

/** The decision for one workload. Every workload of a snapshot gets exactly one. */
public sealed interface Decision {

    WorkloadId workload();

    /**
     * It starts now.
     *
     * @param backfilledBefore the pending workload in whose reservation it is backfilled; it makes way for that one
     */
    record Start(WorkloadId workload, Placement placement, Optional<WorkloadId> backfilledBefore)
            implements Decision {}

    /** It is preempted and returns to the queue. */
    record Preempt(WorkloadId workload, Reason reason, Instant by) implements Decision {}

    /** It continues with more or fewer nodes. */
    record Resize(WorkloadId workload, Placement to, Instant by) implements Decision {}

    /** It is migrated so that another workload fits. */
    record Migrate(WorkloadId workload, Placement to, WorkloadId beneficiary, Instant by)
            implements Decision {}

    /** It waits, for the {@link Cause} given. */
    record Wait(WorkloadId workload, Cause cause, Optional<Reservation> reservation)
            implements Decision {}

    /** It continues to run. */
    record Stay(WorkloadId workload) implements Decision {}

    /** Why a workload is preempted. */
    sealed interface Reason {

        /** A workload within its team's guarantee reclaims what was borrowed. */
        record Reclaimed(WorkloadId by) implements Reason {}

        /** A workload of the same team with a higher priority needs the accelerators. */
        record Outranked(WorkloadId by) implements Reason {}

        /** A workload of the same team is expected to end much sooner. */
        record Overtaken(WorkloadId by) implements Reason {}

        /** It was backfilled, and the holder of the reservation starts. */
        record BackfillWindowEnded(WorkloadId by) implements Reason {}

        /** The node is booked from now on. */
        record Booked(String node) implements Reason {}
    }
}
