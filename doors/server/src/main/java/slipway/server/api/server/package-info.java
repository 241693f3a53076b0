/**
 * The server about itself: the document of its routes, and its measurements.
 *
 * <p>Words: those of {@link slipway.wire.server}.
 *
 * <p>Front door: {@link slipway.server.api.server.ServerHandlers}.
 *
 * <p>Invariant: the document is made from the routes that are served.
 */
@NullMarked
package slipway.server.api.server;

import org.jspecify.annotations.NullMarked;
