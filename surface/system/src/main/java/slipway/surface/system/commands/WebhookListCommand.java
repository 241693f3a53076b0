package slipway.surface.system.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks list}. */
@Command(
        name = "list",
        description = "List the webhooks of your teams.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks list",
            "  slipway webhooks list --team vision"
        })
final class WebhookListCommand extends RemoteCommand {

    @Option(names = "--team", paramLabel = "TEAM", description = "Webhooks of this team only.")
    private Optional<String> team = Optional.empty();

    WebhookListCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var call = ApiCall.to(WebhookRoutes.LIST);
        list(
                team.map(name -> call.query(WebhookRoutes.TEAM, WebhookText.team(name)))
                        .orElse(call),
                this::printText);
    }

    private void printText(List<WebhookView> webhooks) {
        var table =
                TextTable.of(
                        whole("WEBHOOK"),
                        text("TEAM"),
                        text("STATE"),
                        text("WAITING"),
                        text("TYPES"),
                        text("URL"));
        webhooks.forEach(
                it ->
                        table.row(
                                it.id(),
                                it.team().value(),
                                WebhookText.state(it, shell().times()),
                                Format.count(it.pending()),
                                String.join(", ", it.types()),
                                it.url()));
        terminal().show(table);
        say(
                (webhooks.isEmpty() ? "No webhooks" : Format.count(webhooks.size(), "webhook"))
                        + ". Create one: slipway webhooks create --url URL --types TYPES --team TEAM");
    }
}
