/**
 * How well plan predicts what was measured, on rows that the fit had not seen, and how fast it searches.
 *
 * <p>Words: a <em>fold</em> is a fit that was kept from some rows, as tables; a row is <em>kept out</em> of the one
 * fold that may be asked about it; groups that were <em>set aside</em> were not looked at either while the model was
 * made.
 *
 * <p>Front doors: {@link slipway.bench.plan.PlanTrainBench}, {@link slipway.bench.plan.PlanSingleBench}, {@link
 * slipway.bench.plan.PlanServeBench}, {@link slipway.bench.plan.PlanSearchBench}.
 *
 * <p>Invariant: the model of the product answers, with the tables of a fold; nothing here is fitted.
 */
@NullMarked
package slipway.bench.plan;

import org.jspecify.annotations.NullMarked;
