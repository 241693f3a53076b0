/**
 * Requests for plans: unchecked records of what a user typed, and readers that parse and check them.
 *
 * <p>Terms: a <em>request</em> holds texts as typed; a <em>reader</em> or <em>parser</em> makes a checked
 * <em>goal</em>, scenario or demand of it, or one problem with all mistakes, each with its option.
 *
 * <p>Entry points: {@link slipway.plan.request.TrainingRequestParser},
 * {@link slipway.plan.request.ServingRequestParser} and the reader of each other command.
 *
 * <p>Invariant: a reader never stops at the first mistake, and reads no file that the request did not name on this
 * machine.
 */
@NullMarked
package slipway.plan.request;

import org.jspecify.annotations.NullMarked;
