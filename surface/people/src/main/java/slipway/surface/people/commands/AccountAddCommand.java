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
        description = "Create a service account: a program that acts for a team.",
        footer = {
            "",
            "Examples",
            "  slipway account add ci-vision --team vision --shown 'Deploys from CI'",
            "  slipway token new --account ci-vision --team vision    create a token for it"
        })
final class AccountAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "ACCOUNT",
            description = "The name: lower-case letters, digits, inner hyphens.")
    private String account = "";

    @Option(
            names = "--team",
            required = true,
            paramLabel = "TEAM",
            description = "The owning team.")
    private String team = "";

    @Option(names = "--shown", paramLabel = "TEXT", description = "The purpose. Default: the name.")
    private Optional<String> shown = Optional.empty();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "The role in the team. Default: member.")
    private String role = Role.MEMBER.wireName();

    AccountAddCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var newAccount =
                new TeamRoutes.NewAccount(
                        PeopleArguments.user(account),
                        shown.orElse(account),
                        PeopleArguments.role(role));
        show(
                ApiCall.to(TeamRoutes.ACCOUNT_MAKE)
                        .with(PathParameter.TEAM, team)
                        .sending(newAccount),
                created ->
                        say(
                                "Created service account "
                                        + created.user()
                                        + ", "
                                        + UserText.roles(created.roles())
                                        + ". Create a token for it: slipway token new --account "
                                        + created.user()
                                        + " --team "
                                        + team));
    }
}
