package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway user change}. */
@Command(
        name = "change",
        description = "Changes somebody's shown name or mail address.",
        footer = {
            "",
            "Examples",
            "  slipway user change mira --shown 'Mira L.'",
            "  slipway user change mira --email mira@example.org"
        })
final class UserChangeCommand extends RemoteCommand {

    @Parameters(paramLabel = "USER", description = "Who: slipway user list.")
    private String user = "";

    @Option(names = "--shown", paramLabel = "NAME", description = "The name that is shown.")
    private Optional<String> shown = Optional.empty();

    @Option(names = "--email", paramLabel = "ADDRESS", description = "Where mail goes.")
    private Optional<String> email = Optional.empty();

    UserChangeCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (shown.isEmpty() && email.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "Nothing was said that should change.",
                    "A user has a shown name and a mail address; roles belong to teams.",
                    "Add --shown NAME or --email ADDRESS, or give a role: slipway team role TEAM USER ROLE");
        }
        var change = new UserRoutes.UserChange(shown, email, Optional.empty());
        show(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, user).sending(change),
                this::inWords);
    }

    private void inWords(UserView now) {
        String mail = now.email().map(address -> ", " + terminal().plain(address)).orElse("");
        say(now.user() + " is now shown as " + terminal().plain(now.shown()) + mail + ".");
    }
}
