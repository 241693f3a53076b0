/**
 * The routes of workloads that several slices call: submit, show, cancel, read the log. The slice {@code surface/run}
 * answers them.
 *
 * <p>Terms: a {@link slipway.surface.api.workload.WorkloadView} is a workload as its team sees it, with its cost as a
 * {@link slipway.surface.api.workload.CostView}.
 *
 * <p>Entry points: {@link slipway.surface.api.workload.WorkloadRoutes} and {@link
 * slipway.surface.api.workload.LogRoutes}.
 *
 * <p>Invariant: for a user who may not see a team, a workload of that team does not exist.
 */
@NullMarked
package slipway.surface.api.workload;

import org.jspecify.annotations.NullMarked;
