/**
 * The handlers of the routes of workloads and nodes.
 *
 * <p>Entry point: {@link slipway.surface.run.server.RunSurface}.
 *
 * <p>Invariant: a user who may not see a team finds none of its workloads.
 */
@NullMarked
package slipway.surface.run.server;

import org.jspecify.annotations.NullMarked;
