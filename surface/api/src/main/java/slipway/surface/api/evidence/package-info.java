/**
 * The routes of calibrations and outcomes, which the slices plan and run both show. The slice {@code surface/plan}
 * answers them.
 *
 * <p>Terms: an <em>outcome</em> is a finished workload beside its estimate; a <em>calibration</em> is the correction of
 * estimates that follows from many outcomes.
 *
 * <p>Entry point: {@link slipway.surface.api.evidence.CalibrationRoutes}.
 *
 * <p>Invariant: an outcome is shown only to users who may read the workloads of its team.
 */
@NullMarked
package slipway.surface.api.evidence;

import org.jspecify.annotations.NullMarked;
