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
        description = "Lists the names of secrets; nobody can see a value.",
        footer = {
            "",
            "Examples",
            "  slipway secret list --team vision",
            "  slipway secret list                  of every team whose secrets you may use"
        })
final class SecretListCommand extends RemoteCommand {

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Of this team; left out, of all of yours.")
    private Optional<String> team = Optional.empty();

    SecretListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** A secret and whose it is. */
    private record Row(String team, SecretView secret) {}

    @Override
    protected void work() {
        List<Row> rows = new ArrayList<>();
        for (String name : team.map(List::of).orElseGet(this::mine)) {
            all(ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, name))
                    .forEach(it -> rows.add(new Row(name, it)));
        }
        if (asJson()) {
            terminal().json(json(rows).toPrettyString());
        } else {
            inWords(rows);
        }
    }

    private List<String> mine() {
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

    private void inWords(List<Row> rows) {
        TimeFormat timeFormat = shell().times();
        var textTable = TextTable.of(whole("SECRET"), whole("TEAM"), text("SET"), text("BY"));
        rows.forEach(
                row ->
                        textTable.row(
                                row.secret().secret(),
                                row.team(),
                                timeFormat.time(row.secret().setAt()),
                                row.secret().setBy()));
        terminal().show(textTable);
        say(
                (rows.isEmpty() ? "No secret" : Format.count(rows.size(), "secret"))
                        + ". Set one: slipway secret set SECRET --team "
                        + team.orElse("TEAM"));
    }
}
