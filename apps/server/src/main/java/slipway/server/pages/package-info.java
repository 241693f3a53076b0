/**
 * The first page: what runs, what waits and why, and what is wasted; on a fresh install what to do next.
 *
 * <p>Words: those of {@link slipway.server.web}; something is <em>wasted</em> that is held and does nothing, or was
 * done in vain.
 *
 * <p>Front door: {@link slipway.server.pages.HomePages}.
 *
 * <p>Invariant: no number stands here that was not counted.
 */
@NullMarked
package slipway.server.pages;

import org.jspecify.annotations.NullMarked;
