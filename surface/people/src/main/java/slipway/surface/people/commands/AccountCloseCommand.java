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
        description = "Close a service account. Its tokens stop working.",
        footer = {"", "Examples", "  slipway account close ci-vision --team vision"})
final class AccountCloseCommand extends RiskyCommand {

    @Parameters(paramLabel = "ACCOUNT", description = "The account. List: slipway account list")
    private String account = "";

    @Option(
            names = "--team",
            required = true,
            paramLabel = "TEAM",
            description = "The owning team.")
    private String team = "";

    AccountCloseCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "Every token of " + account + " and every program that uses one stops working.");
        show(
                ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.ACCOUNT, account),
                _ -> say("Closed service account " + account + " of " + team + "."));
    }
}
