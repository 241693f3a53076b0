/**
 * The pages people look at. Today there is one: whether the server is well.
 *
 * <p>Words: <em>alive</em> means that it answers; <em>ready</em> means that it can write.
 *
 * <p>Front door: {@link slipway.server.web.HealthPages}.
 *
 * <p>Invariant: an open page says nothing about what is behind the door.
 */
@NullMarked
package slipway.server.web;

import org.jspecify.annotations.NullMarked;
