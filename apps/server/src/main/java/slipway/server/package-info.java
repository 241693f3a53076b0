/**
 * The process itself: what {@code ./slipway} starts. All wiring is done here, by hand.
 *
 * <p>Words: <em>command</em>, the first word after {@code slipway}; <em>training run</em>, the short life from which
 * the launcher makes a start-up cache.
 *
 * <p>Front door: {@link slipway.server.Main}. Invariant: nobody imports server.
 */
@NullMarked
package slipway.server;

import org.jspecify.annotations.NullMarked;
