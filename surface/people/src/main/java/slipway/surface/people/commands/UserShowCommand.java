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
        description = "Shows somebody: roles, mail, and whether they are let in.",
        footer = {"", "Examples", "  slipway user show mira", "  slipway user show mira --json"})
final class UserShowCommand extends RemoteCommand {

    @Parameters(paramLabel = "USER", description = "Who: slipway user list.")
    private String user = "";

    UserShowCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, user), this::inWords);
    }

    private void inWords(UserView view) {
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
                                .with("comes by", UserText.way(view)));
        say("Tokens: slipway token list --user " + name);
    }
}
