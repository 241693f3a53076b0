package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway account close}. */
@Command(
        name = "close",
        description = "Closes a service account; its tokens work no more.",
        footer = {"", "Examples", "  slipway account close ci-vision --team vision"})
final class AccountCloseCommand extends RiskyCommand {

    @Parameters(paramLabel = "ACCOUNT", description = "Its name: slipway account list.")
    private String account = "";

    @Option(names = "--team", required = true, paramLabel = "TEAM", description = "Whose it is.")
    private String team = "";

    AccountCloseCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "Every token of " + account + " stops working, and what uses one with it.");
        show(
                ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.ACCOUNT, account),
                _ -> say("Closed the service account " + account + " of " + team + "."));
    }
}
