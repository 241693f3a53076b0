/**
 * Reads scripts for Slurm: their {@code #SBATCH} directives become keys of a workload spec.
 *
 * <p>Terms: a <em>directive</em> is one option on a {@code #SBATCH} line; its <em>outcome</em> is that it was mapped to
 * keys, ignored or refused; a <em>remark</em> explains the outcome.
 *
 * <p>Entry point: {@link slipway.spec.sbatch.WorkloadFile}, which also reads YAML and JSON, and
 * {@link slipway.spec.sbatch.SbatchScript} for a script with its arguments.
 *
 * <p>Invariant: every directive has exactly one remark, and no directive that changes the meaning of the script is
 * ignored.
 */
@NullMarked
package slipway.spec.sbatch;

import org.jspecify.annotations.NullMarked;
