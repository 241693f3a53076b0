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
        description = "Create a team.",
        footer = {
            "",
            "Examples",
            "  slipway team add vision",
            "  slipway team add grippers --under robotics --title 'Arms and grippers'",
            "",
            "Add members: slipway team role TEAM USER ROLE"
        })
final class TeamAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "TEAM",
            description = "The name: lower-case letters, digits, inner hyphens.")
    private String team = "";

    @Option(names = "--under", paramLabel = "TEAM", description = "The parent team. Default: all.")
    private String under = TeamId.ALL.value();

    @Option(
            names = "--title",
            paramLabel = "TITLE",
            description = "The display name. Default: the name.")
    private Optional<String> title = Optional.empty();

    TeamAddCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var newTeam = new TeamRoutes.NewTeam(PeopleArguments.team(team), title);
        show(
                ApiCall.to(TeamRoutes.FOUND).with(PathParameter.TEAM, under).sending(newTeam),
                created ->
                        say(
                                "Created team "
                                        + created.team()
                                        + " below "
                                        + under
                                        + ". Add a member: slipway team role "
                                        + created.team()
                                        + " USER member"));
    }
}
