/**
 * {@code slipway simulate}: replays a trace offline and tells what came of it.
 *
 * <p>Words: those of {@link slipway.simulate}.
 *
 * <p>Front door: {@link slipway.cli.simulate.SimulateCommand}.
 *
 * <p>Invariant: no server is asked; and with {@code --json} the output is one line, one object.
 */
@NullMarked
package slipway.cli.simulate;

import org.jspecify.annotations.NullMarked;
