/**
 * How well and how fast workloads are placed, on made-up clusters and on public traces.
 *
 * <p>Words: a <em>crowd</em> is a cluster and a queue of any size; a <em>trace</em> is what somebody's cluster was
 * really asked to do.
 *
 * <p>Front doors: {@link slipway.bench.schedule.DecideBench}, {@link slipway.bench.schedule.ExplainBench}, {@link
 * slipway.bench.schedule.KueueBench}, {@link slipway.bench.schedule.TraceBench}.
 *
 * <p>Invariant: it is the very scheduler of the product that decides, never a copy of it.
 */
@NullMarked
package slipway.bench.schedule;

import org.jspecify.annotations.NullMarked;
