/**
 * Answers what is asked about workloads and nodes.
 *
 * <p>Front door: {@link slipway.surface.run.server.RunSurface}.
 *
 * <p>Invariant: who does not see a team finds none of its workloads.
 */
@NullMarked
package slipway.surface.run.server;

import org.jspecify.annotations.NullMarked;
