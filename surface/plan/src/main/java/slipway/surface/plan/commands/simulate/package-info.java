/**
 * {@code slipway simulate}: replays a trace offline and reports the results.
 *
 * <p>Terms: those of {@link slipway.simulate}.
 *
 * <p>Entry point: {@link slipway.surface.plan.commands.simulate.SimulateCommand}.
 *
 * <p>Invariant: it needs no server, and with {@code --json} the output is one line with one object.
 */
@NullMarked
package slipway.surface.plan.commands.simulate;

import org.jspecify.annotations.NullMarked;
