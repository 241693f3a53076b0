package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway token revoke}. */
@Command(
        name = "revoke",
        description = "Revoke a token or browser session within a second.",
        footer = {
            "",
            "Examples",
            "  slipway token revoke 4tQm1vNc                one of your own",
            "  slipway token revoke 4tQm1vNc --user mira    one of mira's"
        })
final class TokenRevokeCommand extends RiskyCommand {

    @Mixin private TokenOwner owner = new TokenOwner();

    @Parameters(
            paramLabel = "TOKEN",
            description = "First eight characters. List: slipway token list")
    private String token = "";

    TokenRevokeCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        String name = TokenOwner.name(token);
        requireConfirmation(
                "Everything that uses token "
                        + name
                        + owner.of()
                        + " stops working within a second.");
        show(owner.revoke(name), _ -> say("Revoked token " + name + owner.of() + "."));
    }
}
