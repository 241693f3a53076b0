/**
 * What the scheduler sees: the machines, the teams and every workload, at one instant.
 *
 * <p>Words: a {@link slipway.schedule.picture.ClusterSnapshot} is the whole picture; a {@link slipway.schedule.picture.Node}
 * offers accelerators; a {@link slipway.schedule.picture.SchedulableWorkload} has an {@link slipway.schedule.picture.ResourceRequest}, which
 * is what it needs, and a {@link slipway.schedule.picture.RuntimeEstimate}, which is how long it will take; it is
 * {@link slipway.schedule.picture.PendingWorkload} or {@link slipway.schedule.picture.RunningWorkload} on a
 * {@link slipway.schedule.picture.Placement}; a {@link slipway.schedule.picture.Reservation} keeps a place for a waiting
 * one.
 *
 * <p>Front door: {@link slipway.schedule.picture.ClusterSnapshot}.
 *
 * <p>Invariant: a picture is a value. It holds no clock and no identity beyond its names, so two equal pictures are
 * decided alike, and a decision can be made again years later from what was written down.
 */
@NullMarked
package slipway.schedule.picture;

import org.jspecify.annotations.NullMarked;
