/**
 * What the plan of a workload lets expect. Another room reckons it and is passed in as {@link
 * slipway.run.estimate.Planning}; that takes tens of milliseconds, at its first time a second, so nobody waits for it
 * who decides: {@link slipway.run.estimate.EstimateCache} has each question answered once, on a thread of its own, and
 * remembers the answer as long as a workload needs it.
 *
 * <p>The invariant: the thread that schedules never waits for an answer.
 */
@NullMarked
package slipway.run.estimate;

import org.jspecify.annotations.NullMarked;
