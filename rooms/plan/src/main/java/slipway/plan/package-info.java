/**
 * How fast a model trains and how much memory it takes, before anybody has run it; with an interval, and with what it
 * rests on. The model is described in docs/planning-model.md; its tables come with the program.
 *
 * <p>Words: those of {@link slipway.plan.training}, {@link slipway.plan.single} and {@link slipway.plan.measured}.
 *
 * <p>Front door: {@link slipway.plan.Plan}.
 *
 * <p>Invariant: an estimate follows from the configuration alone, never from anything that was measured of it.
 */
@NullMarked
package slipway.plan;

import org.jspecify.annotations.NullMarked;
