package slipway.surface.terminal.command;

import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.Terminal;

/** Asks for confirmation before data is lost, unless the option {@code --yes} is used. */
public final class Confirmation {

    private static final ProblemCode NOT_CONFIRMED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-confirmed",
                    "A destructive command was not confirmed.");

    @Option(names = "--yes", order = 900, description = "Do not ask for confirmation.")
    private boolean yes;

    /**
     * Returns only if the user confirms.
     *
     * @param loss a sentence that names the loss: {@code Everything that uses the token 4tQm1vNc stops working.}
     */
    public void require(Terminal terminal, String loss) {
        if (yes) {
            return;
        }
        if (!terminal.capabilities().interactive()) {
            throw new Problem(
                    NOT_CONFIRMED,
                    loss,
                    "Confirmation is required, and the input is not a terminal. Nothing was changed.",
                    "Confirm with --yes.");
        }
        if (!terminal.confirm(loss + " Continue?")) {
            throw new Problem(
                    NOT_CONFIRMED,
                    "Nothing was changed.",
                    "You did not confirm.",
                    "Confirm at the prompt, or add --yes.");
        }
    }
}
