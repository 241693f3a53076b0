/**
 * How workloads really run on this machine: how fast, at what cost, and whether they survive the server.
 *
 * <p>Front door: {@link slipway.bench.run.TinyJobsBench}.
 *
 * <p>Invariant: it is the packaged server that runs them, asked over HTTP as a user asks it.
 */
@NullMarked
package slipway.bench.run;

import org.jspecify.annotations.NullMarked;
