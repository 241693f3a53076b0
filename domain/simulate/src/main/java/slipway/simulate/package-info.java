/**
 * The simulator: replays a trace through the real scheduler, on the original cluster or on another one.
 *
 * <p>Terms: a <em>study</em> is the question; a <em>scenario</em> is a list of jobs with the cluster they run on; a
 * <em>replay</em> simulates one scenario, event by event; a <em>result</em> holds its figures.
 *
 * <p>Entry point: {@link slipway.simulate.Simulation}.
 *
 * <p>Invariant: every decision is the scheduler's own, made without knowledge of actual runtimes; and the same study
 * with the same seed gives the same result.
 */
@NullMarked
package slipway.simulate;

import org.jspecify.annotations.NullMarked;
