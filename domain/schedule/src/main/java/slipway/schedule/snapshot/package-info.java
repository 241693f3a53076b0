/**
 * The snapshot that the scheduler reads: nodes, teams and workloads at one instant.
 *
 * <p>Terms: a {@link slipway.schedule.snapshot.ClusterSnapshot} is the whole; a {@link slipway.schedule.snapshot.Node}
 * offers accelerators; a {@link slipway.schedule.snapshot.SchedulableWorkload} has a {@link
 * slipway.schedule.snapshot.ResourceRequest} and a {@link slipway.schedule.snapshot.RuntimeEstimate}; it is a {@link
 * slipway.schedule.snapshot.PendingWorkload}, or a {@link slipway.schedule.snapshot.RunningWorkload} with a {@link
 * slipway.schedule.snapshot.Placement}; a {@link slipway.schedule.snapshot.Reservation} keeps a placement for a pending
 * one.
 *
 * <p>Entry point: {@link slipway.schedule.snapshot.ClusterSnapshot}.
 *
 * <p>Invariant: a snapshot is a value without a clock. Equal snapshots give equal decisions, so a decision can be
 * repeated years later from what was stored.
 */
@NullMarked
package slipway.schedule.snapshot;

import org.jspecify.annotations.NullMarked;
