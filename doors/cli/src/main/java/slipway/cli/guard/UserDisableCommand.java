package slipway.cli.guard;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.cli.command.CommandEnvironment;
import slipway.cli.command.RiskyCommand;
import slipway.wire.ApiCall;
import slipway.wire.guard.UserRoutes;
import slipway.wire.route.PathParameter;

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
        mustBeMeant("Every token and every session of " + user + " stops working at once.");
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
