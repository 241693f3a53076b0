/**
 * What the scheduler sees: the machines, the teams and every workload, at one instant.
 *
 * <p>Words: a {@link slipway.schedule.snapshot.ClusterSnapshot} is the whole picture; a {@link
 * slipway.schedule.snapshot.Node}
 * offers accelerators; a {@link slipway.schedule.snapshot.SchedulableWorkload} has an {@link
 * slipway.schedule.snapshot.ResourceRequest}, which
 * is what it needs, and a {@link slipway.schedule.snapshot.RuntimeEstimate}, which is how long it will take; it is
 * {@link slipway.schedule.snapshot.PendingWorkload} or {@link slipway.schedule.snapshot.RunningWorkload} on a
 * {@link slipway.schedule.snapshot.Placement}; a {@link slipway.schedule.snapshot.Reservation} keeps a place for a
 * waiting
 * one.
 *
 * <p>Front door: {@link slipway.schedule.snapshot.ClusterSnapshot}.
 *
 * <p>Invariant: a picture is a value. It holds no clock and no identity beyond its names, so two equal pictures are
 * decided alike, and a decision can be made again years later from what was written down.
 */
@NullMarked
package slipway.schedule.snapshot;

import org.jspecify.annotations.NullMarked;
