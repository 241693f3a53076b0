/**
 * Workspaces, where a person works: how one is reached, and when it is stopped because nobody uses it. The same is
 * asked of jobs that hold accelerators, where their team wants those stopped that do nothing with them.
 *
 * <p>What runs in a workspace listens on a Unix socket in its attempt's directory, never on a port: nobody else on the
 * machine reaches it, and it need not ask who comes. {@link slipway.run.workspace.AppConnections} is the way there: by
 * {@link slipway.run.workspace.WorkspaceSockets} on the server's own machine, and through a relay beside it elsewhere.
 * {@link slipway.run.observe.ActivityTracker} remembers when each was last used, and {@link
 * slipway.run.observe.IdleDetector} says
 * what follows from that.
 *
 * <p>The invariant: nothing is stopped for being idle unless its owner was warned before, of a workspace ten minutes,
 * of a job half an hour, by a server that watched it all that time.
 */
@NullMarked
package slipway.run.workspace;

import org.jspecify.annotations.NullMarked;
