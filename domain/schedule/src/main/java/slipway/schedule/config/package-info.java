/**
 * How a cluster is shared, as people write it down: the blocks {@code schedule:} and {@code teams:}.
 *
 * <p>Words: <em>rules</em> are a policy and the teams with their quotas; a <em>quota</em> says for one type of
 * accelerator what a team is guaranteed and what its limit is; an <em>idle rule</em> what becomes of those of its
 * workloads that hold accelerators and do nothing with them.
 *
 * <p>Front door: {@link slipway.schedule.config.ClusterSharing}. Its two keys can stand in a larger document beside
 * others.
 *
 * <p>Invariant: rules that were read can be kept by the scheduler as they stand. What contradicts itself (a limit below
 * its guarantee, teams that stand in a circle, more promised below a team than it has) is refused with its line.
 */
@NullMarked
package slipway.schedule.config;

import org.jspecify.annotations.NullMarked;
