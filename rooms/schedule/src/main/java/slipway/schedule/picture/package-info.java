/**
 * What the scheduler sees: the machines, the teams and every workload, at one instant.
 *
 * <p>Words: a {@link slipway.schedule.picture.Cluster} is the whole picture; a {@link slipway.schedule.picture.Node}
 * offers accelerators; a {@link slipway.schedule.picture.Workload} has an {@link slipway.schedule.picture.Ask}, which
 * is what it needs, and a {@link slipway.schedule.picture.Span}, which is how long it will take; it is
 * {@link slipway.schedule.picture.Waiting} or {@link slipway.schedule.picture.Running} on a
 * {@link slipway.schedule.picture.Placement}; a {@link slipway.schedule.picture.Promise} keeps a place for a waiting
 * one.
 *
 * <p>Front door: {@link slipway.schedule.picture.Cluster}.
 *
 * <p>Invariant: a picture is a value. It holds no clock and no identity beyond its names, so two equal pictures are
 * decided alike, and a decision can be made again years later from what was written down.
 */
@NullMarked
package slipway.schedule.picture;

import org.jspecify.annotations.NullMarked;
