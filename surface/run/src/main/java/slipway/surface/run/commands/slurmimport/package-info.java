/**
 * {@code slipway import slurm}: converts the state of a Slurm cluster to files for Slipway.
 *
 * <p>Terms: a query runs one program of Slurm, a reply is its output, a table is a reply with rows and named columns.
 * The report lists every skipped item, one without a counterpart in Slipway.
 *
 * <p>Entry point: {@link slipway.surface.run.commands.slurmimport.ImportCommands}.
 *
 * <p>Invariant: the import only reads from Slurm, and reports every item that it skips.
 */
@NullMarked
package slipway.surface.run.commands.slurmimport;

import org.jspecify.annotations.NullMarked;
