/**
 * People, teams, tokens, sessions and secrets over HTTP.
 *
 * <p>Words: those of the guard room; a <em>view</em> is what may be seen of a thing.
 *
 * <p>Front door: {@link slipway.surface.people.server.PeopleSurface}.
 *
 * <p>Invariant: nothing here decides who may do what. The entrance has asked the guard, and the guard asks again when
 * it changes something.
 */
@NullMarked
package slipway.surface.people.server;

import org.jspecify.annotations.NullMarked;
