package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway team change}. */
@Command(
        name = "change",
        description = "Changes what a team is called, or where it stands.",
        footer = {
            "",
            "Examples",
            "  slipway team change vision --title 'Computer vision'",
            "  slipway team change vision --under research    with all teams below it"
        })
final class TeamChangeCommand extends RemoteCommand {

    @Parameters(paramLabel = "TEAM", description = "The team: slipway team list.")
    private String team = "";

    @Option(names = "--title", paramLabel = "TITLE", description = "What people call it.")
    private Optional<String> title = Optional.empty();

    @Option(
            names = "--under",
            paramLabel = "TEAM",
            description = "The team to stand below from now on.")
    private Optional<String> under = Optional.empty();

    TeamChangeCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (title.isEmpty() && under.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "Nothing was said that should change.",
                    "A team has a title and a place.",
                    "Add --title TITLE or --under TEAM.");
        }
        var change = new TeamRoutes.TeamChange(title, under.map(PeopleArguments::team));
        show(
                ApiCall.to(TeamRoutes.CHANGE).with(PathParameter.TEAM, team).sending(change),
                this::inWords);
    }

    private void inWords(TeamView now) {
        String place = now.parent().map(above -> " and stands below " + above).orElse("");
        say(now.team() + " is now called " + terminal().plain(now.title()) + place + ".");
    }
}
