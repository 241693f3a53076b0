/**
 * Answers what is asked about workloads and nodes.
 *
 * <p>Front door: {@link slipway.server.api.run.RunSurface}.
 *
 * <p>Invariant: who does not see a team finds none of its workloads.
 */
@NullMarked
package slipway.server.api.run;

import org.jspecify.annotations.NullMarked;
