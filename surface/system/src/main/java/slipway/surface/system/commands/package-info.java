/**
 * The commands for the server's own parts.
 *
 * <p>Terms: as in {@code slipway.surface.system.api}.
 *
 * <p>Entry point: {@link slipway.surface.system.commands.ReaderCommands}.
 *
 * <p>Invariant: what loses events is asked for confirmation.
 */
@NullMarked
package slipway.surface.system.commands;

import org.jspecify.annotations.NullMarked;
