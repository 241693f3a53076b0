/** Part of {@code slipway.schedule}. */
@NullMarked
package slipway.schedule.decision;

import org.jspecify.annotations.NullMarked;
