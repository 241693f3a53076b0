/**
 * The decisions of one cycle: what happens to each workload, why a workload waits, and when it will start.
 *
 * <p>Terms: a {@link slipway.schedule.decision.Decision} is made for every workload; a {@link
 * slipway.schedule.decision.Cause} is what a workload waits for; a {@link slipway.schedule.decision.Forecast} predicts
 * its start; an {@link slipway.schedule.decision.Explanation} combines them for a person.
 *
 * <p>Entry point: {@link slipway.schedule.decision.Decision}.
 *
 * <p>Invariant: every workload of a snapshot gets exactly one decision, with its reason.
 */
@NullMarked
package slipway.schedule.decision;

import org.jspecify.annotations.NullMarked;
