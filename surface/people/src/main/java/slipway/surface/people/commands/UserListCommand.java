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
        description = "Lists everybody who has an account, with their roles.",
        footer = {"", "Examples", "  slipway user list", "  slipway user list --json"})
final class UserListCommand extends RemoteCommand {

    UserListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(UserRoutes.LIST), this::inWords);
    }

    private void inWords(List<UserView> users) {
        var textTable =
                TextTable.of(whole("USER"), text("NAME"), text("IS"), text("ROLES"), text("STATE"));
        users.forEach(
                it ->
                        textTable.row(
                                it.user(),
                                it.shown(),
                                it.of().isPresent() ? "service account" : "person",
                                UserText.roles(it.roles()),
                                UserText.state(it)));
        terminal().show(textTable);
        long shutOut = users.stream().filter(it -> !it.enabled()).count();
        say(
                Format.count(users.size(), "user")
                        + (shutOut == 0 ? "" : ", " + Format.count(shutOut) + " shut out")
                        + ". Somebody new: slipway user add NAME --team TEAM --role member");
    }
}
