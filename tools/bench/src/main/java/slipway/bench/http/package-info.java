/**
 * How the doors answer: starts, commands, requests, live events and pages of the packaged server.
 *
 * <p>Words: <em>bare</em> is a server of the same kind that does nothing but answer, the limit that ours is compared
 * with; a <em>newcomer</em> is a person who was added for the measurement.
 *
 * <p>Front doors: {@link slipway.bench.http.StartupBench}, {@link slipway.bench.http.CliBench}, {@link
 * slipway.bench.http.HttpBench}, {@link slipway.bench.http.SseBench}, {@link slipway.bench.http.PageBench}.
 *
 * <p>Invariant: what is measured is the product as it is shipped, in its own process, and its limit beside it.
 */
@NullMarked
package slipway.bench.http;

import org.jspecify.annotations.NullMarked;
