/**
 * Plans training, fine-tuning and serving of a model before it runs: accelerators, set-up, time, memory, checkpoints,
 * failures and money, each with an interval and its grounds. docs/planning-model.md describes the model; its tables are
 * bundled.
 *
 * <p>Terms: a <em>request</em> holds a user's texts; parsed and checked it is a <em>goal</em>; a <em>way</em> reaches
 * the goal with a number of accelerators of an offer in one set-up; the plan has the <em>chosen</em> way and
 * <em>alternatives</em>. A job <em>estimate</em> is the same for given accelerators. The parts are in
 * {@link slipway.plan.request}, {@link slipway.plan.training}, {@link slipway.plan.serving},
 * {@link slipway.plan.reliability} and {@link slipway.plan.money}; capacity planning, comparison of providers, pilots,
 * acceptance tests, evaluation and the guide have their own packages.
 *
 * <p>Entry point: {@link slipway.plan.Planner}.
 *
 * <p>Invariant: an estimate follows from the request alone, never from its measured result.
 */
@NullMarked
package slipway.plan;

import org.jspecify.annotations.NullMarked;
