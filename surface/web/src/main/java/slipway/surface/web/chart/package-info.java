/**
 * Charts: the numbers of a page as a picture that the browser draws, with the same numbers as a table.
 *
 * <p>Words: a <em>chart</em> is a figure with a title and one sentence that tells what it shows; its <em>spec</em> says
 * which kind it is and holds its numbers; a <em>unit</em> says how they read; a <em>series</em> is one line or one
 * colour. A share is 1 for everything, a moment is an instant.
 *
 * <p>Front door: {@link slipway.surface.web.chart.Chart}, drawn by {@code part/chart.jte}.
 *
 * <p>Invariant: numbers reach a page only through {@link slipway.surface.web.chart.Chart#json}, which lets nothing in
 * them end the script they stand in.
 */
@NullMarked
package slipway.surface.web.chart;

import org.jspecify.annotations.NullMarked;
