/**
 * Tables: those that come with the program, and those that people bring.
 *
 * <p>Words: a <em>sheet</em> is a table somebody brought, CSV, plain or gzip; what a line says is
 * <em>stated</em>, by the names of its columns; <em>coefficients</em> are fitted numbers with a name each.
 *
 * <p>Front doors: {@link slipway.plan.table.MeasuredCsv} and {@link slipway.plan.table.BundledTable}.
 *
 * <p>Invariant: what people bring is bounded, and is never taken for more than text.
 */
@NullMarked
package slipway.plan.table;

import org.jspecify.annotations.NullMarked;
