/**
 * The first page
 *
 * <p>Words: those of {@link slipway.server.web}.
 *
 * <p>Front door: {@link slipway.server.web.home. how the house is and what to do next.}.
 *
 * <p>Invariant: HomePages:no number stands here that was not counted.
 */
@NullMarked
package slipway.server.web.home;

import org.jspecify.annotations.NullMarked;
