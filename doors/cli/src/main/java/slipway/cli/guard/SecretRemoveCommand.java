package slipway.cli.guard;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.cli.command.CommandEnvironment;
import slipway.cli.command.RiskyCommand;
import slipway.wire.ApiCall;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.route.PathParameter;

/** {@code slipway secret remove}. */
@Command(
        name = "remove",
        description = "Removes a secret of a team.",
        footer = {"", "Examples", "  slipway secret remove hub-token --team vision"})
final class SecretRemoveCommand extends RiskyCommand {

    @Parameters(paramLabel = "SECRET", description = "Its name: slipway secret list.")
    private String secret = "";

    @Option(names = "--team", required = true, paramLabel = "TEAM", description = "Whose it is.")
    private String team = "";

    SecretRemoveCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        mustBeMeant(
                "The value of "
                        + secret
                        + " of "
                        + team
                        + " is gone for good; no job that starts later finds it.");
        show(
                ApiCall.to(TeamRoutes.SECRET_REMOVE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.SECRET, secret),
                _ -> say("Removed the secret " + secret + " of " + team + "."));
    }
}
