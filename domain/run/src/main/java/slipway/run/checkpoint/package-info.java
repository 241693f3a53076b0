/** Part of {@code slipway.run}. */
@NullMarked
package slipway.run.checkpoint;

import org.jspecify.annotations.NullMarked;
