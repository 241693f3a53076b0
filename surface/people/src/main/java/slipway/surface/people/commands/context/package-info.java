/**
 * Commands for the servers that a person uses and for signing in to them.
 *
 * <p>Terms: a <em>context</em> is a server with its credentials; the <em>current</em> context is the default of every
 * command; {@code local} is the server on this machine, which needs no sign-in.
 *
 * <p>Entry points: {@link slipway.surface.people.commands.context.ContextCommands}, {@link
 * slipway.surface.people.commands.context.WhoamiCommand}.
 *
 * <p>Invariant: a token is read without echo or from a file, is stored readable by its owner alone, and is never
 * printed.
 */
@NullMarked
package slipway.surface.people.commands.context;

import org.jspecify.annotations.NullMarked;
