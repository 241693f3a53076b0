/**
 * The report of a simulation: JSON for programs, and one page with charts for people.
 *
 * <p>Terms: a <em>finding</em> is a result with its subject and its comparison; a <em>figure</em> is a chart with its
 * title, its sentence and the table behind it.
 *
 * <p>Entry point: {@link slipway.simulate.report.SimulationFinding}, with {@link slipway.simulate.report.ReportJson}
 * and {@link slipway.simulate.report.HtmlReport} to write it.
 *
 * <p>Invariant: a page is self-contained. It loads nothing, runs no script, and escapes all text of a trace.
 */
@NullMarked
package slipway.simulate.report;

import org.jspecify.annotations.NullMarked;
