/**
 * Requests for plans: unchecked records of what a user typed, and the parsers that check them.
 *
 * <p>Terms: a <em>request</em> holds texts as typed; a <em>parser</em> makes a checked
 * <em>goal</em>, scenario or demand of it, or one problem with all mistakes, each with its option.
 *
 * <p>Entry points: the {@code parse} method of each request, such as {@link slipway.plan.request.TrainingRequest}.
 *
 * <p>Invariant: a parser never stops at the first mistake, and reads no file that the request did not name on this
 * machine.
 */
@NullMarked
package slipway.plan.request;

import org.jspecify.annotations.NullMarked;
