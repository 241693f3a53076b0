/**
 * Runs workloads: carries out the scheduler's placements on an engine and follows each attempt to its end.
 *
 * <p>Data flow: {@code lifecycle} decides the states of workloads, {@code dispatch} starts and stops attempts on the
 * engine, {@code observe} reports how they run and end; {@code cost} and {@code estimate} say what they cost and how
 * long they take.
 *
 * <p>Entry point: {@link slipway.run.Runner}.
 *
 * <p>Invariant: every action on an engine was in the journal before, so a server that dies loses nothing and starts
 * nothing twice.
 */
@NullMarked
package slipway.run;

import org.jspecify.annotations.NullMarked;
