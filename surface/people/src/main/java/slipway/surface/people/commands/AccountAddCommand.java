package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Role;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway account add}. */
@Command(
        name = "add",
        description = "Makes a service account: a program that acts for a team.",
        footer = {
            "",
            "Examples",
            "  slipway account add ci-vision --team vision --shown 'Deploys from CI'",
            "  slipway token new --account ci-vision --team vision    lets it in"
        })
final class AccountAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "ACCOUNT",
            description = "Its name: lower-case letters, digits and inner hyphens.")
    private String account = "";

    @Option(names = "--team", required = true, paramLabel = "TEAM", description = "Whose it is.")
    private String team = "";

    @Option(
            names = "--shown",
            paramLabel = "TEXT",
            description = "What it is for; left out, its name.")
    private Optional<String> shown = Optional.empty();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "Its role in the team; left out, member.")
    private String role = Role.MEMBER.wireName();

    AccountAddCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        var asked =
                new TeamRoutes.NewAccount(
                        PeopleArguments.user(account),
                        shown.orElse(account),
                        PeopleArguments.role(role));
        show(
                ApiCall.to(TeamRoutes.ACCOUNT_MAKE).with(PathParameter.TEAM, team).sending(asked),
                made ->
                        say(
                                "Made the service account "
                                        + made.user()
                                        + ", "
                                        + UserText.roles(made.roles())
                                        + ". Let it in: slipway token new --account "
                                        + made.user()
                                        + " --team "
                                        + team));
    }
}
