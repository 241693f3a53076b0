/**
 * The routes of people, teams, tokens, sessions and secrets, and what goes through them.
 *
 * <p>Words: those of the guard room. A <em>view</em> is what may be seen of a thing; a token's text and a secret's
 * value are in no view.
 *
 * <p>Front doors: {@link slipway.wire.guard.TeamRoutes}, {@link slipway.wire.guard.UserRoutes},
 * {@link slipway.wire.guard.CurrentUserRoutes}.
 *
 * <p>Invariant: a path that begins with a team asks for a permission in that team.
 */
@NullMarked
package slipway.wire.guard;

import org.jspecify.annotations.NullMarked;
