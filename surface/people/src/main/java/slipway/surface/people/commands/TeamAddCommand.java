package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.TeamId;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway team add}. */
@Command(
        name = "add",
        description = "Founds a team.",
        footer = {
            "",
            "Examples",
            "  slipway team add vision",
            "  slipway team add grippers --under robotics --title 'Arms and grippers'",
            "",
            "People get in with: slipway team role TEAM USER ROLE"
        })
final class TeamAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "TEAM",
            description = "Its name: lower-case letters, digits and inner hyphens.")
    private String team = "";

    @Option(
            names = "--under",
            paramLabel = "TEAM",
            description = "The team it stands below; left out, all.")
    private String under = TeamId.ALL.value();

    @Option(
            names = "--title",
            paramLabel = "TITLE",
            description = "What people call it; left out, its name.")
    private Optional<String> title = Optional.empty();

    TeamAddCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        var founding = new TeamRoutes.NewTeam(PeopleArguments.team(team), title);
        show(
                ApiCall.to(TeamRoutes.FOUND).with(PathParameter.TEAM, under).sending(founding),
                made ->
                        say(
                                "Founded the team "
                                        + made.team()
                                        + " below "
                                        + under
                                        + ". Let somebody in: slipway team role "
                                        + made.team()
                                        + " USER member"));
    }
}
