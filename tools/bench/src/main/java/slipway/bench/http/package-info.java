/**
 * Speed of the surfaces: starts, commands, requests, live events and pages of the packaged server.
 *
 * <p>Terms: the <em>baseline server</em> is the same Jetty with fixed answers, the upper limit; a <em>benchmark
 * user</em> is a user that was added for the measurement; a <em>watcher</em> has streams without events, a
 * <em>member</em> those of its team.
 *
 * <p>Entry points: {@link slipway.bench.http.StartupBench}, {@link slipway.bench.http.CliBench}, {@link
 * slipway.bench.http.HttpBench}, {@link slipway.bench.http.SseBench}, {@link slipway.bench.http.HubBench}, {@link
 * slipway.bench.http.PageBench}.
 *
 * <p>Invariant: the measured product is the shipped one in its own process, together with its limit.
 */
@NullMarked
package slipway.bench.http;

import org.jspecify.annotations.NullMarked;
