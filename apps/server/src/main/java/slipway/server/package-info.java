/**
 * The process that {@code ./slipway} starts. All modules are wired here by hand.
 *
 * <p>Terms: a <em>training run</em> is a short run of the platform from which the launcher makes its start-up cache.
 *
 * <p>Entry point: {@link slipway.server.Main}.
 *
 * <p>Invariant: no other module imports this one.
 */
@NullMarked
package slipway.server;

import org.jspecify.annotations.NullMarked;
