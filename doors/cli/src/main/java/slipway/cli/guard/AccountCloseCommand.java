package slipway.cli.guard;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.cli.command.CommandEnvironment;
import slipway.cli.command.RiskyCommand;
import slipway.wire.ApiCall;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.route.PathParameter;

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
        mustBeMeant("Every token of " + account + " stops working, and what uses one with it.");
        show(
                ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.ACCOUNT, account),
                _ -> say("Closed the service account " + account + " of " + team + "."));
    }
}
