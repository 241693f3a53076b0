/** Part of {@code slipway.spec}. */
@NullMarked
package slipway.spec.sbatch;

import org.jspecify.annotations.NullMarked;
