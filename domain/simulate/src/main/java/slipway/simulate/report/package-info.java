/**
 * What a result looks like: as JSON for programs, and as one page with charts for people.
 *
 * <p>Words: a <em>finding</em> is a result with what it is about and what it is compared with; a <em>figure</em> is a
 * chart with its title, its sentence and the table behind it.
 *
 * <p>Front door: {@link slipway.simulate.report.SimulationFinding}, with {@link slipway.simulate.report.ReportJson} and
 * {@link slipway.simulate.report.HtmlReport} to write it.
 *
 * <p>Invariant: a page stands by itself. It loads nothing, runs no script, and shows no text of a trace unescaped.
 */
@NullMarked
package slipway.simulate.report;

import org.jspecify.annotations.NullMarked;
