/**
 * Workspaces, where a person works: how one is reached, and when it is stopped because nobody uses it.
 *
 * <p>What runs in a workspace listens on a Unix socket in its attempt's directory, never on a port: nobody else on the
 * machine reaches it, and it need not ask who comes. {@link slipway.run.workspace.WorkspaceSockets} is the way there.
 * {@link slipway.run.workspace.Uses} remembers when each was last used, and {@link slipway.run.workspace.Idleness} says
 * what follows from that.
 *
 * <p>The invariant: nobody's workspace is stopped for being idle unless its owner was warned ten minutes before, by a
 * server that watched it all that time.
 */
@NullMarked
package slipway.run.workspace;

import org.jspecify.annotations.NullMarked;
