/**
 * Predicts how fast a model trains on several accelerators and how much memory each of them needs.
 *
 * <p>Terms: a <em>configuration</em> is complete: the <em>shape</em> of the model, the <em>rates</em> of the
 * accelerator, the <em>layout</em> over accelerators, the <em>method</em> (framework, number format, sharding) and the
 * <em>batch</em>. The <em>physical model</em> adds up the work of one step. <em>Neighbors</em> are measured
 * configurations, and the <em>correction</em> is their estimate of the physical model's error.
 *
 * <p>Entry points: {@link slipway.plan.training.ConfigurationParser} and {@link slipway.plan.training.TrainingModel}.
 *
 * <p>Invariant: an estimate follows from the configuration alone, never from its measured result.
 */
@NullMarked
package slipway.plan.training;

import org.jspecify.annotations.NullMarked;
