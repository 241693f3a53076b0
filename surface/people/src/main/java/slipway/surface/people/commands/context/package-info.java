/**
 * Which servers a person uses, and who they are there.
 *
 * <p>Words: a <em>context</em> is a server and how to sign in there; the <em>current</em> one is asked when no other is
 * named; {@code local} is the server on this machine, where nobody has to sign in.
 *
 * <p>Front doors: {@link slipway.surface.people.commands.context.ContextCommands}, {@link
 * slipway.surface.people.commands.context.WhoamiCommand}.
 *
 * <p>Invariant: a token is read hidden or from a file, is kept readable by its owner alone, and is never printed.
 */
@NullMarked
package slipway.surface.people.commands.context;

import org.jspecify.annotations.NullMarked;
