/** Part of {@code slipway.surface.web}. */
@NullMarked
package slipway.surface.web.live;

import org.jspecify.annotations.NullMarked;
