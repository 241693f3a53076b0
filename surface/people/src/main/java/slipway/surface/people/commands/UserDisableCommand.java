package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway user disable}. */
@Command(
        name = "disable",
        description = "Shuts somebody out at once, whatever token they show.",
        footer = {
            "",
            "Examples",
            "  slipway user disable mira",
            "  slipway user enable mira    lets mira in again"
        })
final class UserDisableCommand extends RiskyCommand {

    @Parameters(paramLabel = "USER", description = "Who: slipway user list.")
    private String user = "";

    UserDisableCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        requireConfirmation("Every token and every session of " + user + " stops working at once.");
        var change =
                new UserRoutes.UserChange(Optional.empty(), Optional.empty(), Optional.of(false));
        show(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, user).sending(change),
                now ->
                        say(
                                now.user()
                                        + " is shut out. Let in again: slipway user enable "
                                        + now.user()));
    }
}
