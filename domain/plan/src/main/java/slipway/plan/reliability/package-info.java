/**
 * Predicts how often a run is interrupted, what each interruption costs, and how often to save.
 *
 * <p>Terms: an <em>interruption</em> ends an attempt before its work is done; <em>goodput</em> is the share of the time
 * that is useful work; the <em>checkpoint interval</em> is the work between two checkpoints; a checkpoint
 * <em>blocks</em> while the accelerators wait for it, and is <em>durable</em> once a failure cannot lose it.
 *
 * <p>Entry point: {@link slipway.plan.reliability.ReliabilityModel}.
 *
 * <p>Invariant: goodput is exact for random failures with a constant rate; all uncertainty is in the rate, and its
 * interval is as wide as published fleets differ.
 */
@NullMarked
package slipway.plan.reliability;

import org.jspecify.annotations.NullMarked;
