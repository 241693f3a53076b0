/**
 * The commands of workloads and nodes: submit, list, follow, explain, extend, cancel.
 *
 * <p>Terms: <em>flags</em> override keys of a spec; <em>following</em> reads a log until its workload has ended; a
 * <em>receipt</em> answers a submission.
 *
 * <p>Entry point: {@link slipway.surface.run.commands.RunCommands}.
 *
 * <p>Invariant: interrupting a command stops no workload. Only {@code cancel} does.
 */
@NullMarked
package slipway.surface.run.commands;

import org.jspecify.annotations.NullMarked;
