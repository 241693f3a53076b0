/**
 * Estimates of workloads from their plans. The planner is passed in as {@link slipway.run.estimate.Planning}. An
 * estimate takes tens of milliseconds, the first one a second, so the scheduler does not wait for it: {@link
 * slipway.run.estimate.EstimateCache} computes each estimate once, on its own thread, and keeps it as long as a
 * workload needs it.
 *
 * <p>Invariant: the scheduling thread never waits for an estimate.
 */
@NullMarked
package slipway.run.estimate;

import org.jspecify.annotations.NullMarked;
