/**
 * What every bench is made of, and knows nothing of what is measured.
 *
 * <p>Words: a <em>bench</em> is a program that measures one thing; its <em>headline</em> is the one figure it is about;
 * the <em>anchor</em> is what the figure is compared with; a bench <em>holds</em> when every goal of it was reached in
 * this run. A <em>workplace</em> is a folder of its own, which is gone afterwards. A <em>server</em> is the real one,
 * in a process of its own; its <em>lives</em> are one after the other on the same data, each ended by a kill, and a
 * <em>gate</em> is where clients wait for the next one. A <em>caller</em> asks it over HTTP; what is <em>typed</em> are
 * commands. <em>Leftovers</em> are processes that work for a folder.
 *
 * <p>Front door: {@link slipway.bench.kit.Bench}, with {@link slipway.bench.kit.BenchContext} and {@link
 * slipway.bench.kit.Result}.
 *
 * <p>Invariant: a figure is never printed without its anchor, and a bench that could not measure prints no figure.
 */
@NullMarked
package slipway.bench.kit;

import org.jspecify.annotations.NullMarked;
