package slipway.surface.people.commands.context;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway context list}. */
@Command(
        name = "list",
        description = "Lists the servers you use; the current one has a star.",
        footer = {"", "Examples", "  slipway context list", "  slipway context list --json"})
final class ContextListCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    ContextListCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    /**
     * A context, as far as it can be read.
     *
     * @param wrong why it cannot be used
     */
    private record Row(
            String name, Optional<ServerContext> context, boolean current, Optional<String> wrong) {

        Optional<TeamId> team(ServerContexts serverContexts) {
            return serverContexts.defaultTeam(name);
        }
    }

    @Override
    public void run() {
        List<Row> rows = rows();
        if (json) {
            ObjectNode list = JsonNodeFactory.instance.objectNode();
            var items = list.putArray("items");
            rows.forEach(row -> items.add(json(row)));
            commandEnvironment.terminal().json(list.toPrettyString());
        } else {
            inWords(rows);
        }
    }

    private List<Row> rows() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        boolean named = serverContexts.isNamedByAddress();
        String chosen = named ? "" : serverContexts.chosen();
        Stream<Row> kept =
                serverContexts.names().stream()
                        .map(
                                name ->
                                        row(
                                                name,
                                                name.equals(chosen),
                                                () -> serverContexts.named(name)));
        Stream<Row> address =
                named
                        ? Stream.of(row("SLIPWAY_URL", true, serverContexts::current))
                        : Stream.empty();
        return Stream.concat(kept, address).toList();
    }

    /** One that cannot be read must not hide the others. */
    private static Row row(
            String name, boolean current, java.util.function.Supplier<ServerContext> read) {
        try {
            return new Row(name, Optional.of(read.get()), current, Optional.empty());
        } catch (Problem unreadable) {
            return new Row(name, Optional.empty(), current, Optional.of(unreadable.what()));
        }
    }

    private void inWords(List<Row> rows) {
        boolean teams =
                rows.stream().anyMatch(row -> row.team(commandEnvironment.contexts()).isPresent());
        TextTable textTable =
                teams
                        ? TextTable.of(
                                whole("CONTEXT"),
                                text("SERVER"),
                                whole("TEAM"),
                                text("SIGNED IN BY"))
                        : TextTable.of(whole("CONTEXT"), text("SERVER"), text("SIGNED IN BY"));
        rows.forEach(row -> textTable.row(cells(row, teams).toArray()));
        commandEnvironment.terminal().show(textTable);
        commandEnvironment
                .terminal()
                .say(
                        Format.count(rows.size(), "context")
                                + ". Another one: slipway login URL. Choose: slipway context use NAME");
    }

    private List<Object> cells(Row row, boolean teams) {
        List<Object> cells = new ArrayList<>();
        cells.add(row.name() + (row.current() ? " *" : ""));
        cells.add(row.context().map(it -> it.url().toString()).orElse("?"));
        if (teams) {
            cells.add(row.team(commandEnvironment.contexts()).map(TeamId::value).orElse(""));
        }
        cells.add(
                row.wrong()
                        .map(why -> new TableCell(Tone.BAD, why))
                        .orElseGet(() -> TableCell.of(signedInBy(row))));
        return cells;
    }

    private static String signedInBy(Row row) {
        if (row.name().equals(ServerContexts.LOCAL)) {
            return row.context().flatMap(ServerContext::token).isPresent()
                    ? "being on this machine"
                    : "nothing: no server has left its token here";
        }
        return row.context()
                .flatMap(ServerContext::token)
                .map(AccessToken::toString)
                .orElse("nothing");
    }

    private ObjectNode json(Row row) {
        ObjectNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("name", row.name())
                        .put("current", row.current());
        row.context()
                .ifPresent(
                        it -> {
                            json.put("url", it.url().toString());
                            it.token()
                                    .ifPresent(
                                            accessToken ->
                                                    json.put("token", accessToken.toString()));
                            it.pin().ifPresent(pin -> json.put("certificate", pin.toString()));
                        });
        row.team(commandEnvironment.contexts()).ifPresent(team -> json.put("team", team.value()));
        row.wrong().ifPresent(why -> json.put("wrong", why));
        return json;
    }
}
