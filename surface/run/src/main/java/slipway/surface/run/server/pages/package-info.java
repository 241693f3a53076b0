/**
 * The pages of the queue, of workloads, of the cluster and of nodes.
 *
 * <p>Terms: those of {@link slipway.run} and {@link slipway.schedule}; an <em>item</em> is a workload in a list.
 *
 * <p>Entry points: {@link slipway.surface.run.server.pages.QueuePages}, {@link
 * slipway.surface.run.server.pages.WorkloadPages}, {@link slipway.surface.run.server.pages.ClusterPages}; {@link
 * slipway.surface.run.server.pages.VisibleWorkloadsSource} supplies each with the workloads that a viewer may see.
 *
 * <p>Invariant: the order, the reasons and the expected starts are the scheduler's; no page computes its own.
 */
@NullMarked
package slipway.surface.run.server.pages;

import org.jspecify.annotations.NullMarked;
