package slipway.surface.people.commands;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.terminal.Terminal;

/** How a token that was just made is shown: its text alone on the output, so that a script can take it. */
final class NewTokens {

    private static final ProblemCode LOST =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "token-text-lost",
                    "A token was made, but its text was lost on the way.");

    private NewTokens() {}

    /**
     * @param about what follows the name of the token in the sentence about it
     */
    static void show(Terminal terminal, CreatedToken made, String about, String owner) {
        String text =
                made.text()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                LOST,
                                                "The token "
                                                        + made.token()
                                                        + " was made, but nobody has its text.",
                                                "The connection broke off, and a text is shown only once.",
                                                "Revoke it and make another: slipway token revoke "
                                                        + made.token()
                                                        + owner));
        terminal.note("Made token " + made.token() + about + ". Its text, shown this once:");
        terminal.out().println(text);
        terminal.out().flush();
    }
}
