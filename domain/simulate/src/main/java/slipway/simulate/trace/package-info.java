/**
 * Trace readers: Slipway's own CSV form, the public traces of several clusters, {@code sacct} dumps; and the file that
 * describes a cluster.
 *
 * <p>Terms: a {@link slipway.simulate.trace.TraceJob} is read from one row of a trace file; a {@link
 * slipway.simulate.trace.TraceCluster} is the nodes and teams that it runs on.
 *
 * <p>Entry points: {@link slipway.simulate.trace.Traces} for jobs, {@link slipway.simulate.trace.TraceCluster} for a
 * cluster.
 *
 * <p>Invariant: a file is read completely or not at all. Reading ends in jobs, or in one {@link slipway.base.Problem}
 * that names file, line and column of every mistake.
 */
@NullMarked
package slipway.simulate.trace;

import org.jspecify.annotations.NullMarked;
