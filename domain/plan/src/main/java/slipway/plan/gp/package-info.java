/** Part of {@code slipway.plan}. */
@NullMarked
package slipway.plan.gp;

import org.jspecify.annotations.NullMarked;
