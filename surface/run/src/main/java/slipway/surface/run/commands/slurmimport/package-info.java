/**
 * {@code slipway import slurm}: what a Slurm cluster knows of itself, made into files for Slipway.
 *
 * <p>Words: a question is what one program of Slurm is asked, a reply what it printed, a listing a reply in rows and
 * named columns. What could be read but has no counterpart is left out, and told.
 *
 * <p>Front door: {@link slipway.surface.run.commands.slurmimport.ImportCommands}.
 *
 * <p>Invariant: Slurm is only asked, never told anything; and nothing is left out without a line in the report.
 */
@NullMarked
package slipway.surface.run.commands.slurmimport;

import org.jspecify.annotations.NullMarked;
