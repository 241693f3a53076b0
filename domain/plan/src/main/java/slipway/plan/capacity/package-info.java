/**
 * How many accelerators a growing demand needs, when those that are there no longer suffice, and what to add by then.
 *
 * <p>Words: the <em>demand</em> is how many accelerators are busy, on average and at the busiest; <em>growth</em> is by
 * how much that changes in a month; the <em>target</em> is the average use above which work waits too long; the
 * <em>lead</em> is how long an order takes until it works; an <em>order</em> covers some months after it is in place.
 *
 * <p>Front door: {@link slipway.plan.capacity.CapacityPlanner}.
 *
 * <p>Invariant: everything follows from the question, the catalog and the day; whatever grows has three courses, the
 * least, the probable and the most, and every figure says all of them.
 */
@NullMarked
package slipway.plan.capacity;

import org.jspecify.annotations.NullMarked;
