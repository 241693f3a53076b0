package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway secret remove}. */
@Command(
        name = "remove",
        description = "Remove a secret of a team.",
        footer = {"", "Examples", "  slipway secret remove hub-token --team vision"})
final class SecretRemoveCommand extends RiskyCommand {

    @Parameters(paramLabel = "SECRET", description = "The secret. List: slipway secret list")
    private String secret = "";

    @Option(
            names = "--team",
            required = true,
            paramLabel = "TEAM",
            description = "The owning team.")
    private String team = "";

    SecretRemoveCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "The value of secret "
                        + secret
                        + " of "
                        + team
                        + " is deleted. Jobs that start later do not receive it.");
        show(
                ApiCall.to(TeamRoutes.SECRET_REMOVE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.SECRET, secret),
                _ -> say("Removed secret " + secret + " of " + team + "."));
    }
}
