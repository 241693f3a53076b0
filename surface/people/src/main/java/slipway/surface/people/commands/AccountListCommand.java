package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway account list}. */
@Command(
        name = "list",
        description = "List the service accounts of a team.",
        footer = {"", "Examples", "  slipway account list --team vision"})
final class AccountListCommand extends RemoteCommand {

    @Option(names = "--team", required = true, paramLabel = "TEAM", description = "The team.")
    private String team = "";

    AccountListCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(TeamRoutes.ACCOUNT_LIST).with(PathParameter.TEAM, team), this::printText);
    }

    private void printText(List<UserView> accounts) {
        var table = TextTable.of(whole("ACCOUNT"), text("FOR"), text("ROLES"), text("STATE"));
        accounts.forEach(
                it ->
                        table.row(
                                it.user(),
                                it.shown(),
                                UserText.roles(it.roles()),
                                UserText.state(it)));
        terminal().show(table);
        say(
                (accounts.isEmpty()
                                ? "Team " + team + " has no service accounts"
                                : Format.count(accounts.size(), "service account"))
                        + ". Create one: slipway account add ACCOUNT --team "
                        + team);
    }
}
