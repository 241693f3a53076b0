/**
 * Meters attempts and prices what workloads hold.
 *
 * <p>Terms: <em>held</em> is accelerator time that a workload occupies, used or not; <em>metered</em> is what is
 * recorded in the journal.
 *
 * <p>Entry points: {@link slipway.run.cost.CostCalculator} for money, {@link slipway.run.cost.UsageMeter} for usage.
 *
 * <p>Invariant: a cost is computed from recorded usage and prices alone, never from a clock; where a price is missing
 * there is no amount.
 */
@NullMarked
package slipway.run.cost;

import org.jspecify.annotations.NullMarked;
