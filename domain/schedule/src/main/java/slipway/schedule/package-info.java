/**
 * Decides who runs where: a picture of the cluster in, a decision for every workload out.
 *
 * <p>Words: a {@link slipway.schedule.Schedule} holds the {@link slipway.schedule.decision.Decision}s of one instant; a
 * {@link slipway.schedule.decision.Cause} is what a workload waits for; a {@link slipway.schedule.snapshot.Change} is
 * what happened since
 * the last plan. Within, a <em>board</em> is the picture laid out for deciding, a <em>host</em> is a node on it, a
 * <em>tenant</em> runs and a <em>waiter</em> waits, waiters of one team with the same ask stand in one <em>line</em>, a
 * <em>share</em> is a team's part, and a <em>cycle</em> is one round of decisions.
 *
 * <p>Front door: {@link slipway.schedule.Scheduler}.
 *
 * <p>Invariant: the same picture at the same instant always gives the same decisions, and every workload gets exactly
 * one.
 */
@NullMarked
package slipway.schedule;

import org.jspecify.annotations.NullMarked;
