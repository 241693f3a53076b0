/**
 * Connections to the apps of workspaces, in which a person works interactively.
 *
 * <p>The app of a workspace listens on a Unix socket in its attempt's directory, never on a port: no other user of the
 * machine can connect, so it needs no authentication. The entry point is {@link slipway.run.workspace.AppConnections}:
 * it connects by {@link slipway.run.workspace.WorkspaceSockets} on the server's machine and through a relay on other
 * nodes. {@link slipway.run.observe.ActivityTracker} records when each workspace was last used, and {@link
 * slipway.run.observe.IdleDetector} decides when an idle workspace or job is stopped.
 *
 * <p>The invariant: a connection leads only to a socket inside the sandbox of its attempt, never through a link.
 */
@NullMarked
package slipway.run.workspace;

import org.jspecify.annotations.NullMarked;
