/**
 * Evidence for estimates: what workloads were expected to take and what they took, measurements of machines, pilots,
 * and the calibrations that follow from them.
 *
 * <p>Terms: a {@link slipway.evidence.EvidenceDocument} is a document about one workload, of a {@link
 * slipway.evidence.EvidenceDocument.Kind}: a <em>forecast</em> is the estimate when the workload started, an
 * <em>outcome</em> compares it with reality, a <em>measurement</em> is the result of an acceptance test of a machine, a
 * <em>pilot</em> is the result of a short run. An {@link slipway.evidence.EvidenceRecorder} turns facts of the journal
 * into documents. A {@link slipway.evidence.AppliedCalibration} corrects estimates; at most one is in force: the newest
 * that was not undone.
 *
 * <p>Entry point: {@link slipway.evidence.EvidenceStore}.
 *
 * <p>Invariant: calibrations are never changed or deleted, only undone, so the corrections of an old estimate can be
 * looked up.
 */
@NullMarked
package slipway.evidence;

import org.jspecify.annotations.NullMarked;
