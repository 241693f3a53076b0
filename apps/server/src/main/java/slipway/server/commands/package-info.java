/**
 * The commands that run on this machine and need no running server: start, backup, restore, checks, configuration,
 * and the generator of the reference.
 *
 * <p>Entry point: {@link slipway.server.commands.LocalCommands}.
 *
 * <p>Invariant: a result goes to standard output with exit code 0; a problem goes to standard error with the exit code
 * of its kind.
 */
@NullMarked
package slipway.server.commands;

import org.jspecify.annotations.NullMarked;
