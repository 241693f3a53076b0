/**
 * Plans capacity for a growing demand: when the existing accelerators no longer suffice, and what to order by when.
 *
 * <p>Terms: the <em>demand</em> is the number of accelerators in use, on average and at the peak; <em>growth</em> is
 * its change per month; the <em>target</em> is the mean utilization above which jobs wait too long; the <em>lead
 * time</em> is the time from an order until it works; an <em>order</em> covers some months after delivery.
 *
 * <p>Entry point: {@link slipway.plan.capacity.CapacityPlanner}.
 *
 * <p>Invariant: everything follows from the goal, the catalog and the day; growth has three projections, the least, the
 * expected and the most, and every figure states all of them.
 */
@NullMarked
package slipway.plan.capacity;

import org.jspecify.annotations.NullMarked;
