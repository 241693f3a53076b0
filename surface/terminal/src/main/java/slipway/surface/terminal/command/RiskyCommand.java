package slipway.surface.terminal.command;

import picocli.CommandLine.Mixin;

/** A remote command that destroys data: it names the loss and asks for confirmation, unless {@code --yes} is used. */
public abstract class RiskyCommand extends RemoteCommand {

    @Mixin private Confirmation confirmation = new Confirmation();

    protected RiskyCommand(CommandEnvironment environment) {
        super(environment);
    }

    /**
     * Returns only if the user confirms.
     *
     * @param loss a sentence that names the loss: {@code Everything that uses the token 4tQm1vNc stops working.}
     */
    protected final void requireConfirmation(String loss) {
        if (!asCurl()) {
            confirmation.require(terminal(), loss);
        }
    }
}
