/**
 * The page that plans: the question at the left, the answer at the right.
 *
 * <p>Words: a <em>box</em> is one field of the question, with what is wrong beside it; a <em>reply</em> is the answer
 * as it is shown.
 *
 * <p>Front door: {@link slipway.server.web.plan.PlanPages}.
 *
 * <p>Invariant: all that a page shows stands in its address, so that it can be sent to somebody; without a script it
 * works the same.
 */
@NullMarked
package slipway.server.web.plan;

import org.jspecify.annotations.NullMarked;
