/**
 * The routes of workloads and nodes: what is submitted, what becomes of it, and what it runs on.
 *
 * <p>Front doors: {@link slipway.wire.run.WorkloadRoutes} and {@link slipway.wire.run.NodeRoutes}.
 *
 * <p>Invariant: a workload of a team that the visitor does not see is not found, like one that never was.
 */
@NullMarked
package slipway.wire.run;

import org.jspecify.annotations.NullMarked;
