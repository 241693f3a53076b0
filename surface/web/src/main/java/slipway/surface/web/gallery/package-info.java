/**
 * What this is: the version that runs, since when, on what, and what it carries; and every part that pages are made of,
 * on one page, in every state and with the most awkward values.
 *
 * <p>Words: those of {@link slipway.server.web.part} and {@link slipway.server.web.chart}; what is <em>carried</em> is
 * the work of others that is part of the product, under its own licence.
 *
 * <p>Front door: {@link slipway.server.pages.AboutPages}.
 *
 * <p>Invariant: what is carried and not named here fails a test.
 */
@NullMarked
package slipway.surface.web.gallery;

import org.jspecify.annotations.NullMarked;
