/**
 * How often a run is interrupted, what each interruption costs, and how often to save because of that.
 *
 * <p>Words: an <em>interruption</em> is anything that ends an attempt before its work is done; <em>goodput</em> is the
 * share of the time in which a run gets on; the <em>cadence</em> is how long a run works between two checkpoints; a
 * checkpoint <em>blocks</em> while the accelerators wait for it, and is <em>durable</em> once a failure cannot take it.
 *
 * <p>Front door: {@link slipway.plan.reliability.ReliabilityModel}.
 *
 * <p>Invariant: goodput is exact for failures that come at random and at a constant rate; all doubt is in the rate, and
 * its interval is as wide as those who ran many machines differ.
 */
@NullMarked
package slipway.plan.reliability;

import org.jspecify.annotations.NullMarked;
