package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway team remove}. */
@Command(
        name = "remove",
        description = "Removes a team that has nothing below it and owns nothing.",
        footer = {
            "",
            "Examples",
            "  slipway team remove vision",
            "  slipway team remove vision --yes"
        })
final class TeamRemoveCommand extends RiskyCommand {

    @Parameters(paramLabel = "TEAM", description = "The team: slipway team list.")
    private String team = "";

    TeamRemoveCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (!asCurl()) {
            requireConfirmation(
                    lost(ask(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team))));
        }
        show(
                ApiCall.to(TeamRoutes.REMOVE).with(PathParameter.TEAM, team),
                _ -> say("Removed the team " + team + "."));
    }

    private static String lost(TeamView view) {
        return "With "
                + view.team()
                + " go the roles of "
                + Format.count(view.members(), "person or account", "people and accounts")
                + " in it and every token that is held to it.";
    }
}
