package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Permission;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.SecretView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway secret list}. */
@Command(
        name = "list",
        description = "List the names of secrets. Values are never shown.",
        footer = {
            "",
            "Examples",
            "  slipway secret list --team vision",
            "  slipway secret list                  of all your teams"
        })
final class SecretListCommand extends RemoteCommand {

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Secrets of this team. Default: all your teams.")
    private Optional<String> team = Optional.empty();

    SecretListCommand(CommandEnvironment environment) {
        super(environment);
    }

    /** A secret and its team. */
    private record Row(String team, SecretView secret) {}

    @Override
    protected void work() {
        List<Row> rows = new ArrayList<>();
        for (String name : team.map(List::of).orElseGet(this::readableTeams)) {
            all(ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, name))
                    .forEach(it -> rows.add(new Row(name, it)));
        }
        if (asJson()) {
            terminal().json(json(rows).toPrettyString());
        } else {
            printText(rows);
        }
    }

    private List<String> readableTeams() {
        return all(ApiCall.to(TeamRoutes.LIST)).stream()
                .filter(it -> Permission.SECRETS_READ.grantedTo(it.yourRole()))
                .map(it -> it.team().value())
                .toList();
    }

    private static ObjectNode json(List<Row> rows) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        var items = json.putArray("items");
        for (Row row : rows) {
            var item = items.addObject().put("team", row.team());
            item.setAll(
                    (ObjectNode)
                            JsonCodec.tree(JsonCodec.of(SecretView.class).write(row.secret())));
        }
        return json;
    }

    private void printText(List<Row> rows) {
        TimeFormat times = shell().times();
        var table = TextTable.of(whole("SECRET"), whole("TEAM"), text("SET"), text("BY"));
        rows.forEach(
                row ->
                        table.row(
                                row.secret().secret(),
                                row.team(),
                                times.time(row.secret().setAt()),
                                row.secret().setBy()));
        terminal().show(table);
        say(
                (rows.isEmpty() ? "No secrets" : Format.count(rows.size(), "secret"))
                        + ". Set one: slipway secret set SECRET --team "
                        + team.orElse("TEAM"));
    }
}
