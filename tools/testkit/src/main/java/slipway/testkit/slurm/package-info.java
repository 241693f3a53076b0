/**
 * A real Slurm on this machine, for tests of the engine that uses one and for the benches beside it. Never shipped.
 *
 * <p>Terms: a <em>cluster</em> is one controller and eight nodes of eight accelerators, all daemons on this machine
 * in one folder; the accelerators are empty device files.
 *
 * <p>Entry point: {@link slipway.testkit.slurm.SlurmCluster}.
 *
 * <p>Invariant: ports, files and processes are the cluster's own, so several may run at once.
 */
@NullMarked
package slipway.testkit.slurm;

import org.jspecify.annotations.NullMarked;
