/**
 * Commands for teams, people, tokens, secrets and service accounts.
 *
 * <p>Terms: the <em>owner</em> of a token is the caller, another person or a service account of a team.
 *
 * <p>Entry point: {@link slipway.surface.people.commands.PeopleCommands}.
 *
 * <p>Invariant: the text of a token is printed once, when it is created; the value of a secret is never printed.
 */
@NullMarked
package slipway.surface.people.commands;

import org.jspecify.annotations.NullMarked;
