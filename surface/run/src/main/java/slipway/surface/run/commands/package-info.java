/**
 * Workloads and nodes on the command line: submitting, looking, following, stopping.
 *
 * <p>Words: <em>flags</em> lay what was typed over a spec; <em>following</em> reads a log until its workload has ended;
 * a <em>receipt</em> is what is said of a workload that was just taken in.
 *
 * <p>Front door: {@link slipway.surface.run.commands.RunCommands}.
 *
 * <p>Invariant: whoever stops looking stops nothing. Only {@code cancel} ends a workload.
 */
@NullMarked
package slipway.surface.run.commands;

import org.jspecify.annotations.NullMarked;
