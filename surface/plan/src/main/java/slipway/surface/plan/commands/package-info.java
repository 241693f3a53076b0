/**
 * {@code slipway plan}: plans training and serving offline, and evaluates the planning model.
 *
 * <p>Terms: those of {@link slipway.plan}.
 *
 * <p>Entry point: {@link slipway.surface.plan.commands.PlanCommands}.
 *
 * <p>Invariant: a plan needs no server, and the last line of an evaluation is one JSON object with its totals.
 */
@NullMarked
package slipway.surface.plan.commands;

import org.jspecify.annotations.NullMarked;
