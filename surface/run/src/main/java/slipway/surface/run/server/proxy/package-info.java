/**
 * The authenticating reverse proxy in front of workspaces.
 *
 * <p>Every workspace has a separate port and therefore a separate origin: the scripts of a notebook must share an
 * origin neither with Slipway's pages nor with another workspace. An authorized user gets a one-time <em>ticket</em> on
 * the main origin; the port of the workspace exchanges it for a <em>pass</em>, a cookie that is valid for this
 * workspace alone.
 *
 * <p>Entry point: {@link slipway.surface.run.server.proxy.WorkspaceListeners}, which opens the ports.
 *
 * <p>Invariant: no request reaches a workspace without a pass whose holder has access now, and Slipway's own cookies
 * and tokens are never forwarded. Answers of a workspace are untrusted and cannot change Slipway's cookies.
 */
@NullMarked
package slipway.surface.run.server.proxy;

import org.jspecify.annotations.NullMarked;
