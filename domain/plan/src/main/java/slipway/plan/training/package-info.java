/**
 * How fast a model trains on several accelerators, and what each of them must hold.
 *
 * <p>Words: a <em>configuration</em> is a training run with nothing left open: <em>shape</em> of the model,
 * <em>rates</em> of the accelerator, <em>layout</em> over accelerators, <em>manner</em> (software, numbers, sharding)
 * and <em>batch</em>; <em>completion</em> makes one of what was stated; the <em>physical model</em> adds up what one
 * step of it has to do; <em>neighbours</em> are measured configurations, and the <em>correction</em> is what they say
 * about the physical model's error.
 *
 * <p>Front doors: {@link slipway.plan.training.ConfigurationParser} and {@link slipway.plan.training.TrainingModel}.
 *
 * <p>Invariant: an estimate follows from the configuration alone, never from anything that was measured of it.
 */
@NullMarked
package slipway.plan.training;

import org.jspecify.annotations.NullMarked;
