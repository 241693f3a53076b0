/** Part of {@code slipway.plan}. */
@NullMarked
package slipway.plan.request;

import org.jspecify.annotations.NullMarked;
