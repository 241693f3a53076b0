/**
 * Teams, people, tokens, secrets and service accounts on the command line.
 *
 * <p>Words: those of the guard room. Who a token belongs to is its <em>owner</em>: oneself, another person, or a
 * service account of a team.
 *
 * <p>Front door: {@link slipway.surface.people.commands.PeopleCommands}.
 *
 * <p>Invariant: the text of a token is printed once, when it is made, and the value of a secret never.
 */
@NullMarked
package slipway.surface.people.commands;

import org.jspecify.annotations.NullMarked;
