/**
 * Reads tables: bundled ones with fitted numbers, and measured rows that users bring.
 *
 * <p>Terms: a row has <em>stated</em> values, by the names of its columns; <em>coefficients</em> are fitted numbers
 * with names.
 *
 * <p>Entry points: {@link slipway.plan.table.MeasuredCsv} and {@link slipway.plan.table.BundledTable}.
 *
 * <p>Invariant: files of users are bounded in size and treated as untrusted text.
 */
@NullMarked
package slipway.plan.table;

import org.jspecify.annotations.NullMarked;
