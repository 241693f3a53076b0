package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.Patch;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway user enable}. */
@Command(
        name = "enable",
        description = "Enable a disabled user.",
        footer = {"", "Examples", "  slipway user enable mira"})
final class UserEnableCommand extends RemoteCommand {

    @Parameters(paramLabel = "USER", description = "The user. List: slipway user list")
    private String user = "";

    UserEnableCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var change = new UserRoutes.UserChange(Optional.empty(), Patch.keep(), Optional.of(true));
        show(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, user).sending(change),
                enabled ->
                        say(
                                "Enabled user "
                                        + enabled.user()
                                        + ". Tokens: slipway token list --user "
                                        + enabled.user()));
    }
}
