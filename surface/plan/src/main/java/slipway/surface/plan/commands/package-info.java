/**
 * {@code slipway plan}: what training and serving take, reckoned offline, and how good that reckoning is.
 *
 * <p>Words: those of {@link slipway.plan}.
 *
 * <p>Front door: {@link slipway.surface.plan.commands.PlanCommands}.
 *
 * <p>Invariant: no server is asked; and the last line of an evaluation is one JSON object with its totals.
 */
@NullMarked
package slipway.surface.plan.commands;

import org.jspecify.annotations.NullMarked;
