/**
 * A real Slurm on this machine, for tests of the engine that uses one and for the benches beside it. Never shipped.
 *
 * <p>Words: a <em>cluster</em> is one controller and eight nodes of eight accelerators, all daemons of this machine in
 * a folder of their own; the accelerators are device files behind which there is nothing.
 *
 * <p>Front door: {@link slipway.testkit.slurm.SlurmCluster}.
 *
 * <p>Its invariant: ports, files and processes are the cluster's own, so several may run at once.
 */
@NullMarked
package slipway.testkit.slurm;

import org.jspecify.annotations.NullMarked;
