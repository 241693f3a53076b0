package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.Patch;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway user disable}. */
@Command(
        name = "disable",
        description = "Disable a user and all their tokens immediately.",
        footer = {
            "",
            "Examples",
            "  slipway user disable mira",
            "  slipway user enable mira    to enable mira again"
        })
final class UserDisableCommand extends RiskyCommand {

    @Parameters(paramLabel = "USER", description = "The user. List: slipway user list")
    private String user = "";

    UserDisableCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation("Every token and session of " + user + " stops working immediately.");
        var change = new UserRoutes.UserChange(Optional.empty(), Patch.keep(), Optional.of(false));
        show(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, user).sending(change),
                disabled ->
                        say(
                                "Disabled user "
                                        + disabled.user()
                                        + ". Enable again: slipway user enable "
                                        + disabled.user()));
    }
}
