/**
 * Which servers a person uses, and who they are there.
 *
 * <p>Words: a <em>context</em> is a server and how to sign in there; the <em>current</em> one is asked when no other is
 * named; {@code local} is the server on this machine, where nobody has to sign in.
 *
 * <p>Front doors: {@link slipway.cli.context.ContextCommands}, {@link slipway.cli.context.WhoamiCommand}.
 *
 * <p>Invariant: a token is read hidden or from a file, is kept readable by its owner alone, and is never printed.
 */
@NullMarked
package slipway.cli.context;

import org.jspecify.annotations.NullMarked;
