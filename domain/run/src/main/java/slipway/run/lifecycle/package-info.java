/**
 * The lifecycle of workloads: from submission through one or more attempts to the end.
 *
 * <p>Terms: a {@link slipway.run.lifecycle.Workload} is in one {@link slipway.run.lifecycle.WorkloadState} at a time;
 * the {@link slipway.run.lifecycle.RunState} is the module's snapshot of all live and recently ended workloads; a
 * {@link slipway.run.lifecycle.RunRequest} comes from a user, from the scheduler or from what an engine reports; a
 * workload's history counts its attempts so far. {@code LifecycleRules} decides what follows from a request. Members
 * of an array are queued up to its limit.
 *
 * <p>Entry point: {@link slipway.run.Runner}.
 *
 * <p>Invariant: nothing is done on an engine that is not in the journal before, and a report about an attempt that is
 * not the newest is refused (the attempt number is the fencing token). So a server that dies at any instant loses
 * nothing and starts nothing twice: the next one reads the tables, reconciles them with the engine, and continues.
 */
@NullMarked
package slipway.run.lifecycle;

import org.jspecify.annotations.NullMarked;
