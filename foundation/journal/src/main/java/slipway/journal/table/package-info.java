/** Part of {@code slipway.journal}. */
@NullMarked
package slipway.journal.table;

import org.jspecify.annotations.NullMarked;
