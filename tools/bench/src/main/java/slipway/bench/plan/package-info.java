/**
 * Accuracy of the plan's predictions on rows that the fit had not seen, and the speed of its search.
 *
 * <p>Terms: a <em>fold</em> is a fit without some rows, as tables; each row is predicted by the fold without it;
 * <em>held-out</em> groups were not used while the model was developed either.
 *
 * <p>Entry points: {@link slipway.bench.plan.PlanTrainBench}, {@link slipway.bench.plan.PlanSingleBench}, {@link
 * slipway.bench.plan.PlanServeBench}, {@link slipway.bench.plan.PlanSearchBench}.
 *
 * <p>Invariant: the model of the product answers, with the tables of a fold; nothing here is fitted.
 */
@NullMarked
package slipway.bench.plan;

import org.jspecify.annotations.NullMarked;
