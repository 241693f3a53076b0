/**
 * {@code slipway plan}: what training and serving take, reckoned offline, and how good that reckoning is.
 *
 * <p>Words: those of {@link slipway.plan}.
 *
 * <p>Front door: {@link slipway.cli.plan.PlanCommands}.
 *
 * <p>Invariant: no server is asked; and the last line of an evaluation is one JSON object with its totals.
 */
@NullMarked
package slipway.cli.plan;

import org.jspecify.annotations.NullMarked;
