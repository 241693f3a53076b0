package slipway.surface.terminal.command;

import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.Terminal;

/** The question before something is lost, and the option that answers it beforehand. */
public final class Confirmation {

    private static final ProblemCode NOT_CONFIRMED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-confirmed",
                    "A command that loses something was not confirmed.");

    @Option(names = "--yes", order = 900, description = "Does it without asking.")
    private boolean yes;

    /**
     * Returns only if it is meant.
     *
     * @param lost one sentence: {@code Everything that uses the token 4tQm1vNc stops working.}
     */
    public void require(Terminal terminal, String lost) {
        if (yes) {
            return;
        }
        if (!terminal.capabilities().interactive()) {
            throw new Problem(
                    NOT_CONFIRMED,
                    lost,
                    "Nobody can be asked here, so nothing was changed.",
                    "If you mean it, say so with --yes.");
        }
        if (!terminal.confirm(lost + " Go on?")) {
            throw new Problem(
                    NOT_CONFIRMED,
                    "Nothing was changed.",
                    "You did not say yes.",
                    "To go on without being asked, add --yes.");
        }
    }
}
