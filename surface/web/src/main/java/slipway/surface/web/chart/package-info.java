/**
 * Charts: the numbers of a page, drawn by the browser and shown as a table too.
 *
 * <p>Terms: a <em>chart</em> is a figure with a title and a description; its <em>spec</em> is its kind with its
 * numbers; a <em>unit</em> determines their format; a <em>series</em> is one line or one color. A share of 1 is 100 %.
 *
 * <p>Entry point: {@link slipway.surface.web.chart.Chart}, drawn by {@code part/chart.jte}.
 *
 * <p>Invariant: numbers reach a page only through {@link slipway.surface.web.chart.Chart#json}, which escapes them, so
 * that they cannot end the script element.
 */
@NullMarked
package slipway.surface.web.chart;

import org.jspecify.annotations.NullMarked;
