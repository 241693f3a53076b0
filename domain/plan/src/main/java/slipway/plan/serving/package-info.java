/**
 * Predicts the latency of a served model, the memory of a replica, and the cheapest fleet for a demand.
 * docs/planning-model.md describes the model; its tables are bundled.
 *
 * <p>Terms: a <em>deployment</em> is a model on accelerators with its framework; a <em>scenario</em> is a deployment
 * under a <em>load</em> of requests of one length. Predicted are <em>TTFT</em> (time to first token), <em>TPOT</em>
 * (time per output token) and the end-to-end latency. <em>Neighbors</em> are measured scenarios. A <em>replica</em> is
 * one copy of the model on the accelerators that share it; a <em>fleet</em> of equal replicas reaches a <em>goal</em>.
 *
 * <p>Entry point: {@link slipway.plan.serving.ServingModel}.
 *
 * <p>Invariant: a prediction follows from the scenario alone, never from its measured result.
 */
@NullMarked
package slipway.plan.serving;

import org.jspecify.annotations.NullMarked;
