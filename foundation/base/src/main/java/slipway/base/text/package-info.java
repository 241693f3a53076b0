/** Part of {@code slipway.base}. */
@NullMarked
package slipway.base.text;

import org.jspecify.annotations.NullMarked;
