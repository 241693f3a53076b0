package slipway.surface.terminal.command;

import picocli.CommandLine.Mixin;

/** A remote command that loses something: it says what, and asks first, unless {@code --yes} was given. */
public abstract class RiskyCommand extends RemoteCommand {

    @Mixin private Confirmation confirmation = new Confirmation();

    protected RiskyCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /**
     * Returns only if it is meant.
     *
     * @param lost one sentence: {@code Everything that uses the token 4tQm1vNc stops working.}
     */
    protected final void requireConfirmation(String lost) {
        if (!asCurl()) {
            confirmation.require(terminal(), lost);
        }
    }
}
