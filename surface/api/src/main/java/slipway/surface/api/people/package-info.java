/**
 * The route that tells a client who its user is. Several slices call it, for example to choose the team of a new
 * workload; the slice {@code surface/people} answers it.
 *
 * <p>Terms: a {@link slipway.surface.api.people.TeamRole} is the role that a user has in a team.
 *
 * <p>Entry point: {@link slipway.surface.api.people.MeRoute}.
 *
 * <p>Invariant: the answer depends only on the token or session of the request.
 */
@NullMarked
package slipway.surface.api.people;

import org.jspecify.annotations.NullMarked;
