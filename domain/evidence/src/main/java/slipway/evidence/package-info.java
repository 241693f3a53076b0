/**
 * Evidence for estimates: it records what a workload was expected to take and what it took, and learns from the
 * difference.
 *
 * <p>When a workload starts, its estimate is stored. When it has ended, the outcome is stored beside it: real time,
 * memory and cost. From many outcomes a calibration is fitted, the factor by which steps take longer on this cluster
 * than the planning model predicts. An administrator applies it, or a policy does, and from then on every estimate is
 * corrected by it. Acceptance tests of machines and short runs of the real script, pilots, are stored in the same way.
 *
 * <p>Terms: an {@link slipway.evidence.EvidenceDocument} is a document about one workload, of a {@link
 * slipway.evidence.EvidenceDocument.Kind}. A <em>forecast</em> is the estimate when the workload started ({@link
 * slipway.evidence.RecordedEstimate}), an <em>outcome</em> compares it with reality ({@link
 * slipway.evidence.EstimateOutcome}), a <em>measurement</em> is the result of an acceptance test, a <em>pilot</em> is
 * the result of a short run. A <em>recorder</em> turns facts of the journal into documents. An {@link
 * slipway.evidence.AppliedCalibration} corrects estimates; at most one is in force, the newest that was not undone.
 *
 * <p>Entry points: {@link slipway.evidence.EvidenceStore} stores documents and calibrations; {@link
 * slipway.evidence.CalibrationLoop} fits, applies and undoes calibrations. The modules run and plan, which know what
 * happened and what was estimated, are asked through {@link slipway.evidence.AttemptSource}; an attempt arrives as one
 * record, {@link slipway.evidence.EndedAttempt}.
 *
 * <p>Invariant: calibrations are never changed or deleted, only undone, so the corrections of an old estimate can be
 * looked up.
 */
@NullMarked
package slipway.evidence;

import org.jspecify.annotations.NullMarked;
