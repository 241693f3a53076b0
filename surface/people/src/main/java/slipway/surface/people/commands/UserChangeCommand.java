package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.Patch;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway user change}. */
@Command(
        name = "change",
        description = "Change a user's display name or mail address.",
        footer = {
            "",
            "Examples",
            "  slipway user change mira --shown 'Mira L.'",
            "  slipway user change mira --email mira@example.org"
        })
final class UserChangeCommand extends RemoteCommand {

    @Parameters(paramLabel = "USER", description = "The user. List: slipway user list")
    private String user = "";

    @Option(names = "--shown", paramLabel = "NAME", description = "The new display name.")
    private Optional<String> shown = Optional.empty();

    @Option(
            names = "--email",
            paramLabel = "ADDRESS",
            description = "The new mail address; '' removes it.")
    private Optional<String> email = Optional.empty();

    UserChangeCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (shown.isEmpty() && email.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "No change was requested.",
                    "The display name and the mail address of a user can be changed; roles belong to teams.",
                    "Add --shown NAME or --email ADDRESS, or grant a role: slipway team role TEAM USER ROLE");
        }
        var change = new UserRoutes.UserChange(shown, mailAddress(), Optional.empty());
        show(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, user).sending(change),
                this::printText);
    }

    private Patch<String> mailAddress() {
        return email.filter(String::isEmpty).isPresent() ? new Patch.Clear<>() : Patch.of(email);
    }

    private void printText(UserView changed) {
        String mail =
                changed.email().map(address -> ", mail: " + terminal().plain(address)).orElse("");
        say(
                "Changed user "
                        + changed.user()
                        + ". Name: "
                        + terminal().plain(changed.shown())
                        + mail
                        + ".");
    }
}
