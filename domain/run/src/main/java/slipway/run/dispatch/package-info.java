/**
 * Dispatches workloads: checks them at admission, asks the scheduler for decisions, and starts and stops attempts on
 * the engine.
 *
 * <p>Terms: <em>admission</em> refuses a workload that the cluster could never run; a <em>scheduling cycle</em> applies
 * changes to the plan and yields decisions; a <em>graceful stop</em> gives an attempt time to save a checkpoint.
 *
 * <p>Entry points: {@link slipway.run.dispatch.DispatchLoop} for decisions, {@link
 * slipway.run.dispatch.EngineActions} for carrying them out, {@link slipway.run.dispatch.MeasurementJobs} for the
 * workloads that measure nodes.
 *
 * <p>Invariant: the engine is only asked for what the journal already holds, and every such request is idempotent.
 */
@NullMarked
package slipway.run.dispatch;

import org.jspecify.annotations.NullMarked;
