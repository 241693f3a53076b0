/**
 * {@code slipway simulate}: replays a trace offline and tells what came of it.
 *
 * <p>Words: those of {@link slipway.simulate}.
 *
 * <p>Front door: {@link slipway.surface.plan.commands.simulate.SimulateCommand}.
 *
 * <p>Invariant: no server is asked; and with {@code --json} the output is one line, one object.
 */
@NullMarked
package slipway.surface.plan.commands.simulate;

import org.jspecify.annotations.NullMarked;
