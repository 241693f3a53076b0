/**
 * People and teams: who is here, what they are in which team, their tokens, and the teams' secrets.
 *
 * <p>Words: those of {@link slipway.guard}; a <em>glance</em> is what of a long list stands on the first page: what
 * changed or needs a look.
 *
 * <p>Front door: {@link slipway.server.web.people.PeoplePages}.
 *
 * <p>Invariant: nobody reads here what the API would not tell them, and nobody is offered what it would refuse.
 */
@NullMarked
package slipway.server.web.people;

import org.jspecify.annotations.NullMarked;
