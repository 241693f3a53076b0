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
        description = "Remove a team that is empty and has no teams below it.",
        footer = {
            "",
            "Examples",
            "  slipway team remove vision",
            "  slipway team remove vision --yes"
        })
final class TeamRemoveCommand extends RiskyCommand {

    @Parameters(paramLabel = "TEAM", description = "The team. List: slipway team list")
    private String team = "";

    TeamRemoveCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (!asCurl()) {
            requireConfirmation(
                    consequence(ask(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team))));
        }
        show(
                ApiCall.to(TeamRoutes.REMOVE).with(PathParameter.TEAM, team),
                _ -> say("Removed team " + team + "."));
    }

    private static String consequence(TeamView view) {
        return "Removing "
                + view.team()
                + " deletes the roles of "
                + Format.count(view.members(), "person or account", "people and accounts")
                + " and every token that is restricted to it.";
    }
}
