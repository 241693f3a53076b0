/** Part of {@code slipway.run}. */
@NullMarked
package slipway.run.dispatch;

import org.jspecify.annotations.NullMarked;
