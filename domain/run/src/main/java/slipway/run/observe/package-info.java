/**
 * Observes running attempts: reconciles the engine with the run state, detects ends, meters, and monitors health.
 *
 * <p>Terms: the <em>reconciler</em> compares what the engine runs with the run state; an attempt <em>hangs</em> if it
 * reports no progress and its accelerators do no work; a <em>pilot</em> is a job that runs only some steps to measure
 * its speed, and a <em>verdict</em> says why it is stopped.
 *
 * <p>Entry point: {@link slipway.run.observe.Reconciler}.
 *
 * <p>Invariant: nothing here changes a state. Every observation is a request to the lifecycle rules, which refuse it
 * if it is about an attempt that is not the newest.
 */
@NullMarked
package slipway.run.observe;

import org.jspecify.annotations.NullMarked;
