/**
 * Evaluates the model: compares measured rows with its predictions, for {@code slipway plan evaluate}.
 *
 * <p>Terms: a <em>table kind</em> is recognized by its columns; the <em>outcome</em> of a row is compared, skipped for
 * a reason, or without target; an <em>evaluation</em> is all outcomes, and a <em>score</em> their totals.
 *
 * <p>Entry point: {@link slipway.plan.evaluation.RowEvaluator}.
 *
 * <p>Invariant: rows that the model was fitted to are counted separately.
 */
@NullMarked
package slipway.plan.evaluation;

import org.jspecify.annotations.NullMarked;
