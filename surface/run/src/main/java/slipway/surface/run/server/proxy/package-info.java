/**
 * The way into workspaces: an authenticated proxy before what runs in them.
 *
 * <p>Every workspace has a port of its own, and so an origin of its own: the scripts of a notebook must share one
 * neither with Slipway's pages nor with another workspace. {@link
 * slipway.surface.run.server.proxy.WorkspaceListeners} opens
 * these ports. Whoever may enter gets a <em>ticket</em> on the main origin; the workspace's port takes it once and
 * gives a <em>pass</em>, a cookie that is good for this workspace alone.
 *
 * <p>The invariant: nothing reaches a workspace without a pass whose holder may enter it now, and nothing of Slipway's
 * own (its cookies, a token) goes with it. Whatever comes back from a workspace is untrusted and cannot touch
 * Slipway's own.
 */
@NullMarked
package slipway.surface.run.server.proxy;

import org.jspecify.annotations.NullMarked;
