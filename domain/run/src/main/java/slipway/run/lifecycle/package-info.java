/**
 * The life of workloads: from being accepted to their end, through as many attempts as it takes.
 *
 * <p>Words: a {@link slipway.run.lifecycle.Workload} is in one {@link slipway.run.lifecycle.WorkloadState} at a time;
 * the
 * {@link slipway.run.lifecycle.RunState} is the room's picture, all that have not ended and those that ended lately;
 * an order is
 * what is asked of the room, by a person or by what an engine reports; a workload's trail is what became of its
 * attempts so far. Dispatching asks the scheduler and writes its decisions down; carrying does what was written down,
 * on an engine; the lookout sees how attempts end. Whoever has to stop gets a farewell; members of an array take turns.
 *
 * <p>Front door: {@link slipway.run.Runner}.
 *
 * <p>Invariant: nothing is done on an engine that is not in the journal before, and whatever an engine reports of an
 * attempt that is not the newest is refused. So a server that dies at any instant loses nothing and starts nothing
 * twice: the next one reads the tables, asks the engine what it runs, and goes on.
 */
@NullMarked
package slipway.run.lifecycle;

import org.jspecify.annotations.NullMarked;
