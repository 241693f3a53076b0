/**
 * The routes of workloads and nodes: what is submitted, what becomes of it, and what it runs on.
 *
 * <p>Front doors: {@link slipway.surface.run.api.WorkloadRoutes} and {@link slipway.surface.run.api.NodeRoutes}.
 *
 * <p>Invariant: a workload of a team that the visitor does not see is not found, like one that never was.
 */
@NullMarked
package slipway.surface.run.api;

import org.jspecify.annotations.NullMarked;
