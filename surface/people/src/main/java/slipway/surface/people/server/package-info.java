/**
 * Route handlers and pages of people, teams, tokens, sessions and secrets.
 *
 * <p>Terms: a <em>view</em> is the public form of an object in the API; a <em>row</em> is its form on a page.
 *
 * <p>Entry points: {@link slipway.surface.people.server.PeopleSurface} for the API, {@link
 * slipway.surface.people.server.PeoplePages} for the pages.
 *
 * <p>Invariant: no code here decides about access. The request pipeline has authorized the request, and {@code
 * AccessControl} checks again when it commits a change.
 */
@NullMarked
package slipway.surface.people.server;

import org.jspecify.annotations.NullMarked;
