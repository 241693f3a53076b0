/**
 * The routes of people, teams, tokens, sessions and secrets, and what goes through them.
 *
 * <p>Words: those of the guard room. A <em>view</em> is what may be seen of a thing; a token's text and a secret's
 * value are in no view.
 *
 * <p>Front doors: {@link slipway.surface.people.api.TeamRoutes}, {@link slipway.surface.people.api.UserRoutes},
 * {@link slipway.surface.people.api.CurrentUserRoutes}.
 *
 * <p>Invariant: a path that begins with a team asks for a permission in that team.
 */
@NullMarked
package slipway.surface.people.api;

import org.jspecify.annotations.NullMarked;
