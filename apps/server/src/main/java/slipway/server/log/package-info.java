/** Part of {@code slipway.server}. */
@NullMarked
package slipway.server.log;

import org.jspecify.annotations.NullMarked;
