/**
 * The commands that work on this machine, without a running server.
 *
 * <p>Words: a <em>command</em> is a word after {@code slipway}; <em>trouble</em> is how a problem appears on a
 * terminal: what happened, why, what to do next.
 *
 * <p>Front door: {@link slipway.server.commands.LocalCommands}.
 *
 * <p>Invariant: an answer goes to the output and ends with 0; trouble goes to the error output and ends with the exit
 * code of its kind.
 */
@NullMarked
package slipway.server.commands;

import org.jspecify.annotations.NullMarked;
