/**
 * Traces as people have them: our own CSV form, the public traces of several clusters, an {@code sacct} dump; and the
 * file that describes a cluster.
 *
 * <p>Words: a <em>sheet</em> is a file of lines with a header, plain or gzip; a <em>row</em> is one of its lines; a
 * <em>slip</em> is one thing in it that cannot be understood; a {@link slipway.simulate.trace.TraceJob} is what a row
 * becomes; a {@link slipway.simulate.trace.TraceCluster} is the machines and teams it is to run among.
 *
 * <p>Front doors: {@link slipway.simulate.trace.Traces} for jobs, {@link slipway.simulate.trace.TraceCluster} for a
 * cluster.
 *
 * <p>Invariant: a file is read whole or not at all. Whatever is in it, reading ends in jobs or in one
 * {@link slipway.base.Problem} that names file, line and column of every slip.
 */
@NullMarked
package slipway.simulate.trace;

import org.jspecify.annotations.NullMarked;
