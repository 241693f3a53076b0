/**
 * The benchmarks: programs that measure one thing each and compare it with a limit or a peer measured in the same run.
 *
 * <p>Words: a <em>bench</em> is one such program; its <em>headline</em> is the one figure it is about; the
 * <em>anchor</em> is what the figure is compared with; a bench <em>holds</em> when every goal of it was reached in this
 * run.
 *
 * <p>Front door: {@link slipway.bench.Main}. {@link slipway.bench.Crash} is used by a test as well.
 *
 * <p>Invariant: a figure is never printed without its anchor, and a bench that could not measure prints no figure.
 */
@NullMarked
package slipway.bench;

import org.jspecify.annotations.NullMarked;
