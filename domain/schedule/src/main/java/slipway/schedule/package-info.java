/**
 * The scheduler: decides which workload runs where and when. A snapshot of the cluster goes in, a decision for every
 * workload comes out.
 *
 * <p>Terms: a {@link slipway.schedule.Schedule} holds the {@link slipway.schedule.decision.Decision}s of one instant; a
 * {@link slipway.schedule.decision.Cause} is what a workload waits for; a {@link slipway.schedule.snapshot.Change} is
 * what happened since the last schedule. The cluster index holds the snapshot in the form that a scheduling cycle
 * reads: node states in pools, pending jobs of one team in groups of equal requests, running jobs, team shares. A
 * blocked job gets a reservation; other jobs may backfill it until its holder starts.
 *
 * <p>Entry point: {@link slipway.schedule.Scheduler}.
 *
 * <p>Invariant: the same snapshot at the same instant always gives the same decisions, and every workload gets exactly
 * one.
 */
@NullMarked
package slipway.schedule;

import org.jspecify.annotations.NullMarked;
