/**
 * What all commands share: their environment, the options of those that call a server, and the reporting of problems.
 *
 * <p>Terms: the <em>environment</em> of a command is what it uses of its process; a <em>remote command</em> calls a
 * server; a <em>risky command</em> destroys data and asks for confirmation first.
 *
 * <p>Entry points: {@link slipway.surface.terminal.command.RemoteCommand} to write a command, {@link
 * slipway.surface.terminal.command.CommandEnvironment} for what it uses of the process.
 *
 * <p>Invariant: an answer is written to the output with exit code 0; a problem is written to the error output with the
 * exit code of its kind; a token is written to neither.
 */
@NullMarked
package slipway.surface.terminal.command;

import org.jspecify.annotations.NullMarked;
