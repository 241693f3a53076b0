/**
 * The building blocks of every bench; they know nothing of its subject.
 *
 * <p>Terms: a <em>bench</em> is a program that measures one thing; its <em>headline</em> is its main figure; the
 * <em>anchor</em> is the peer or limit of that figure; a bench <em>holds</em> when every goal of it was reached in
 * this run. A <em>context</em> holds a temporary folder and the output. A <em>server</em> is the real one in a
 * separate process; <em>crash restarts</em> kill and start it on the same data, and the <em>current server</em> is
 * where clients wait for the next one. <em>Leftover processes</em> still work for a folder.
 *
 * <p>Entry point: {@link slipway.bench.kit.Bench}, with {@link slipway.bench.kit.BenchContext} and {@link
 * slipway.bench.kit.Result}.
 *
 * <p>Invariant: a figure is never printed without its anchor, and a bench that could not measure prints no figure.
 */
@NullMarked
package slipway.bench.kit;

import org.jspecify.annotations.NullMarked;
