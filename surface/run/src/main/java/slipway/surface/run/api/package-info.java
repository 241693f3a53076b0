/**
 * The routes of nodes, workspaces, exec sessions and usage. The routes of workloads that other slices call too are in
 * {@link slipway.surface.api.workload}.
 *
 * <p>Entry points: the classes whose names end in {@code Routes}, such as {@link slipway.surface.run.api.NodeRoutes}.
 *
 * <p>Invariant: for a user who may not see a team, a workload of that team does not exist.
 */
@NullMarked
package slipway.surface.run.api;

import org.jspecify.annotations.NullMarked;
