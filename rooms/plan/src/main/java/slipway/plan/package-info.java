/**
 * How fast a model trains and how much memory it takes, before anybody has run it; with an interval, and with what it
 * rests on. The model is described in docs/planning-model.md; its tables come with the program.
 *
 * <p>Words: a <em>configuration</em> is a training run with nothing left open: shape, accelerators, layout, batch; the
 * <em>physical model</em> adds up what one step of it has to do; <em>neighbours</em> are measured configurations; the
 * <em>correction</em> is what neighbours say about the physical model's error; an <em>evaluation</em> holds measured
 * rows against what the model says.
 *
 * <p>Front door: {@link slipway.plan.Plan}.
 *
 * <p>Invariant: an estimate follows from the configuration alone, never from anything that was measured of it.
 */
@NullMarked
package slipway.plan;

import org.jspecify.annotations.NullMarked;
