/**
 * What finished workloads say about the estimates that were made of them, and the correction that follows.
 *
 * <p>Words: an {@link slipway.plan.calibrate.StepObservation} is a finished workload's step beside the step that the model
 * alone expected; a {@link slipway.plan.calibrate.Calibration} holds one factor for each type of accelerator, by which
 * steps take longer here than the model says; a {@link slipway.plan.calibrate.CalibrationProposal} is a calibration with what it
 * would have changed for workloads that it did not see.
 *
 * <p>Front door: {@link slipway.plan.calibrate.CalibrationFit}.
 *
 * <p>Invariant: a type is corrected only if workloads that were kept out of the correction came out nearer to it than
 * to the estimate as it was.
 */
@NullMarked
package slipway.plan.calibrate;

import org.jspecify.annotations.NullMarked;
