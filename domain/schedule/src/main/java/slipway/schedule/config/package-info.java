/**
 * The configuration of how a cluster is shared: the blocks {@code schedule:} and {@code teams:}.
 *
 * <p>Terms: a <em>quota</em> is a team's guarantee and limit for one accelerator type; an <em>idle rule</em> is what
 * happens to workloads that hold accelerators without using them.
 *
 * <p>Entry point: {@link slipway.schedule.config.ClusterSharing}. Its two keys can be part of a larger document.
 *
 * <p>Invariant: a configuration that was read can be enforced by the scheduler as it is. Contradictions (a limit below
 * its guarantee, a cycle of teams, guarantees below a team that exceed its own) are refused with their line.
 */
@NullMarked
package slipway.schedule.config;

import org.jspecify.annotations.NullMarked;
