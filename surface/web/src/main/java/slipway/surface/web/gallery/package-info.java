/**
 * Sample data of the component gallery: every component of pages, in every state and with the most awkward values.
 *
 * <p>Terms: those of {@link slipway.surface.web.component} and {@link slipway.surface.web.chart}.
 *
 * <p>Entry point: {@link slipway.surface.web.gallery.ComponentGallery}.
 *
 * <p>Invariant: the samples are the same at every request, so that screenshots can be compared.
 */
@NullMarked
package slipway.surface.web.gallery;

import org.jspecify.annotations.NullMarked;
