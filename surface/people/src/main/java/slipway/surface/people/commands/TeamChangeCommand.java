package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.Patch;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway team change}. */
@Command(
        name = "change",
        description = "Change the display name or the parent of a team.",
        footer = {
            "",
            "Examples",
            "  slipway team change vision --title 'Computer vision'",
            "  slipway team change vision --under research    moves the teams below it too"
        })
final class TeamChangeCommand extends RemoteCommand {

    @Parameters(paramLabel = "TEAM", description = "The team. List: slipway team list")
    private String team = "";

    @Option(names = "--title", paramLabel = "TITLE", description = "The new display name.")
    private Optional<String> title = Optional.empty();

    @Option(names = "--under", paramLabel = "TEAM", description = "The new parent team.")
    private Optional<String> under = Optional.empty();

    TeamChangeCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (title.isEmpty() && under.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "No change was requested.",
                    "The title and the parent of a team can be changed.",
                    "Add --title TITLE or --under TEAM.");
        }
        var change = new TeamRoutes.TeamChange(Patch.of(title), under.map(PeopleArguments::team));
        show(
                ApiCall.to(TeamRoutes.CHANGE).with(PathParameter.TEAM, team).sending(change),
                this::printText);
    }

    private void printText(TeamView changed) {
        String parent = changed.parent().map(above -> ", parent: " + above).orElse("");
        say(
                "Changed team "
                        + changed.team()
                        + ". Title: "
                        + terminal().plain(changed.title())
                        + parent
                        + ".");
    }
}
