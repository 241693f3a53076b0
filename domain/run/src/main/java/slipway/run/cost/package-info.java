/** Part of {@code slipway.run}. */
@NullMarked
package slipway.run.cost;

import org.jspecify.annotations.NullMarked;
