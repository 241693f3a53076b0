/**
 * How good the model is: measured rows held against what it says of them.
 *
 * <p>Words: a <em>form</em> is a kind of table, told by its columns; a row is <em>scored</em>: compared, skipped for a
 * reason, or without a target; an <em>evaluation</em> is all of them, and a <em>score</em> their totals.
 *
 * <p>Front door: {@link slipway.plan.evaluation.RowEvaluator}.
 *
 * <p>Invariant: rows that the model was made from are counted apart.
 */
@NullMarked
package slipway.plan.evaluation;

import org.jspecify.annotations.NullMarked;
