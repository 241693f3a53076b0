/**
 * The routes of the server itself: whether it is well, what it measures, and what it offers.
 *
 * <p>Words: <em>alive</em> means that it answers; <em>ready</em> means that it can write.
 *
 * <p>Front door: {@link slipway.wire.server.ServerRoutes}.
 *
 * <p>Invariant: what is open to anybody says nothing about what is behind the door.
 */
@NullMarked
package slipway.wire.server;

import org.jspecify.annotations.NullMarked;
