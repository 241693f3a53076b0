package slipway.surface.people.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway team role}. */
@Command(
        name = "role",
        description = "Gives somebody a role in a team, or takes it away.",
        footer = {
            "",
            "Examples",
            "  slipway team role vision mira lead      mira decides for vision and the teams below it",
            "  slipway team role vision mira none      takes it away again",
            "  slipway team role all sam admin         sam may do everything",
            "",
            "viewer sees, member runs and uses, lead decides for the team, admin may do everything in it."
        })
final class TeamRoleCommand extends RiskyCommand {

    private static final String NONE = "none";

    @Parameters(index = "0", paramLabel = "TEAM", description = "The team: slipway team list.")
    private String team = "";

    @Parameters(index = "1", paramLabel = "USER", description = "Who: slipway user list.")
    private String user = "";

    @Parameters(
            index = "2",
            paramLabel = "ROLE",
            description = "viewer, member, lead or admin; none takes it away.")
    private String role = "";

    TeamRoleCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (role.equals(NONE)) {
            take();
        } else {
            give();
        }
    }

    private void give() {
        var change = new TeamRoutes.RoleChange(PeopleArguments.role(role));
        show(
                ApiCall.to(TeamRoutes.SET_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, user)
                        .sending(change),
                this::inWords);
    }

    private void inWords(MemberView now) {
        String counts =
                now.role().wireName().equals(role)
                        ? "."
                        : "; what counts is " + now.role().wireName() + ", from elsewhere.";
        say(now.user() + " is " + role + " in " + team + counts);
    }

    private void take() {
        requireConfirmation(
                user
                        + " loses the role that was given in "
                        + team
                        + "; one from a team above or from single sign-on stays.");
        show(
                ApiCall.to(TeamRoutes.TAKE_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, user),
                _ -> say(user + " has no role of its own in " + team + " any more."));
    }
}
