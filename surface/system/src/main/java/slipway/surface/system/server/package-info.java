/** Part of {@code slipway.surface.system}. */
@NullMarked
package slipway.surface.system.server;

import org.jspecify.annotations.NullMarked;
