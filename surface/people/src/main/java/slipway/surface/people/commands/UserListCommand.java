package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway user list}. */
@Command(
        name = "list",
        description = "List all users with their roles.",
        footer = {"", "Examples", "  slipway user list", "  slipway user list --json"})
final class UserListCommand extends RemoteCommand {

    UserListCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(UserRoutes.LIST), this::printText);
    }

    private void printText(List<UserView> users) {
        var table =
                TextTable.of(
                        whole("USER"), text("NAME"), text("TYPE"), text("ROLES"), text("STATE"));
        users.forEach(
                it ->
                        table.row(
                                it.user(),
                                it.shown(),
                                it.of().isPresent() ? "service account" : "person",
                                UserText.roles(it.roles()),
                                UserText.state(it)));
        terminal().show(table);
        long disabled = users.stream().filter(it -> !it.enabled()).count();
        say(
                Format.count(users.size(), "user")
                        + (disabled == 0 ? "" : ", " + Format.count(disabled) + " disabled")
                        + ". Add one: slipway user add NAME --team TEAM --role member");
    }
}
