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
        description = "Grant a user a role in a team, or revoke it.",
        footer = {
            "",
            "Examples",
            "  slipway team role vision mira lead      mira leads vision and the teams below it",
            "  slipway team role vision mira none      revoke the role",
            "  slipway team role all sam admin         sam administers everything",
            "",
            "viewer: read; member: run workloads; lead: manage the team; admin: all permissions."
        })
final class TeamRoleCommand extends RiskyCommand {

    private static final String NONE = "none";

    @Parameters(index = "0", paramLabel = "TEAM", description = "The team. List: slipway team list")
    private String team = "";

    @Parameters(index = "1", paramLabel = "USER", description = "The user. List: slipway user list")
    private String user = "";

    @Parameters(
            index = "2",
            paramLabel = "ROLE",
            description = "viewer, member, lead or admin; none revokes it.")
    private String role = "";

    TeamRoleCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (role.equals(NONE)) {
            revokeRole();
        } else {
            grantRole();
        }
    }

    private void grantRole() {
        var change = new TeamRoutes.RoleChange(PeopleArguments.role(role));
        show(
                ApiCall.to(TeamRoutes.SET_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, user)
                        .sending(change),
                this::printText);
    }

    private void printText(MemberView member) {
        String effective =
                member.role().wireName().equals(role)
                        ? "."
                        : "; the effective role is "
                                + member.role().wireName()
                                + ", granted elsewhere.";
        say(member.user() + " is " + role + " in " + team + effective);
    }

    private void revokeRole() {
        requireConfirmation(
                user
                        + " loses the role granted in "
                        + team
                        + ". Roles from a team above or from single sign-on remain.");
        show(
                ApiCall.to(TeamRoutes.TAKE_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, user),
                _ -> say("Revoked the role of " + user + " in " + team + "."));
    }
}
