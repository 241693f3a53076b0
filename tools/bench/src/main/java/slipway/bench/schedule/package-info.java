/**
 * Quality and speed of placement, on synthetic clusters and on public traces.
 *
 * <p>Terms: a <em>synthetic cluster</em> is a cluster and a queue of any size; a <em>trace</em> is the recorded load
 * of a real cluster.
 *
 * <p>Entry points: {@link slipway.bench.schedule.DecideBench}, {@link slipway.bench.schedule.ExplainBench}, {@link
 * slipway.bench.schedule.KueueBench}, {@link slipway.bench.schedule.TraceBench}.
 *
 * <p>Invariant: the product's scheduler decides, never a copy of it.
 */
@NullMarked
package slipway.bench.schedule;

import org.jspecify.annotations.NullMarked;
