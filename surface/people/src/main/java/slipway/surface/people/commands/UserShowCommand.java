package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway user show}. */
@Command(
        name = "show",
        description = "Show a user: state, roles, mail and sign-in method.",
        footer = {"", "Examples", "  slipway user show mira", "  slipway user show mira --json"})
final class UserShowCommand extends RemoteCommand {

    @Parameters(paramLabel = "USER", description = "The user. List: slipway user list")
    private String user = "";

    UserShowCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, user), this::printText);
    }

    private void printText(UserView view) {
        String shown = terminal().plain(view.shown());
        String name = view.user().value();
        say(
                name
                        + (shown.equals(name) ? "" : " (" + shown + ")")
                        + " is a "
                        + UserText.sort(view)
                        + ".");
        terminal()
                .show(
                        FactList.of()
                                .with("state", UserText.state(view))
                                .with("roles", UserText.roles(view.roles()))
                                .with("mail", view.email())
                                .with("signs in by", UserText.signInMethod(view)));
        say("Tokens: slipway token list --user " + name);
    }
}
