/** Part of {@code slipway.surface.api}. */
@NullMarked
package slipway.surface.api.evidence;

import org.jspecify.annotations.NullMarked;
