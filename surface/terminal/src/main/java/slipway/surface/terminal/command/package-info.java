/**
 * What all commands share: the surroundings they run in, the options of those that ask a server, and how trouble ends
 * them.
 *
 * <p>Words: a <em>shell</em> is all that a command has from the process around it; a <em>remote command</em> asks a
 * server; a <em>risky</em> one loses something and asks first; <em>trouble</em> is how a problem appears to a person.
 *
 * <p>Front doors: {@link slipway.surface.terminal.command.RemoteCommand} to write a command, {@link
 * slipway.surface.terminal.command.CommandEnvironment} for
 * what it needs.
 *
 * <p>Invariant: an answer goes to the output and ends with 0; trouble goes to the error output and ends with the exit
 * code of its kind; a token appears in neither.
 */
@NullMarked
package slipway.surface.terminal.command;

import org.jspecify.annotations.NullMarked;
