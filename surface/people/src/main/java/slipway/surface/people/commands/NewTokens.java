package slipway.surface.people.commands;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.terminal.Terminal;

/** Prints a new token: its text alone goes to the standard output, so that a script can read it. */
final class NewTokens {

    private static final ProblemCode TEXT_LOST =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "token-text-lost",
                    "A token was created, but its text was lost.");

    private NewTokens() {}

    /**
     * @param about follows the token's name in the message: its owner, purpose and limits
     */
    static void show(Terminal terminal, CreatedToken created, String about, String ownerOptions) {
        String text =
                created.text()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                TEXT_LOST,
                                                "Token "
                                                        + created.token()
                                                        + " was created, but its text was lost.",
                                                "The connection was interrupted, and the text is returned only once.",
                                                "Revoke it and create another: slipway token revoke "
                                                        + created.token()
                                                        + ownerOptions));
        terminal.note("Created token " + created.token() + about + ". Its text, shown only once:");
        terminal.out().println(text);
        terminal.out().flush();
    }
}
