/**
 * What work was expected to take and what it took. Today it keeps that much: estimates beside reality, measurements of
 * machines, pilots, and the calibrations that follow. Prices, budgets and invoices are to come.
 *
 * <p>Words: a {@link slipway.evidence.EvidenceDocument} is one document about one workload, of a
 * {@link slipway.evidence.EvidenceDocument.Kind}: a
 * <em>forecast</em> is what was expected when it began, an <em>outcome</em> holds that against what came of it, a
 * <em>measurement</em> says what a machine did, a <em>pilot</em> what a trial found. A
 * {@link slipway.evidence.EvidenceRecorder} hears facts and writes papers. A {@link
 * slipway.evidence.AppliedCalibration} corrects
 * estimates; at most one is in force, the newest that was not undone.
 *
 * <p>Front door: {@link slipway.evidence.EvidenceStore}.
 *
 * <p>Invariant: what a document says is never changed. A calibration that was undone stays in the book, so whoever asks
 * which corrections an old estimate rested on gets an answer.
 */
@NullMarked
package slipway.evidence;

import org.jspecify.annotations.NullMarked;
