/**
 * The routes of people, teams, tokens, sessions and secrets, with their requests and answers.
 *
 * <p>Terms: a <em>view</em> is the public form of an object; a token's text and a secret's value are in no view.
 *
 * <p>Entry points: {@link slipway.surface.people.api.TeamRoutes}, {@link slipway.surface.people.api.UserRoutes}, {@link
 * slipway.surface.people.api.CurrentUserRoutes}.
 *
 * <p>Invariant: a path that begins with a team requires a permission in that team.
 */
@NullMarked
package slipway.surface.people.api;

import org.jspecify.annotations.NullMarked;
