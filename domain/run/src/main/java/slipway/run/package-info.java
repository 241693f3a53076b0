/** Part of {@code slipway}. */
@NullMarked
package slipway.run;

import org.jspecify.annotations.NullMarked;
