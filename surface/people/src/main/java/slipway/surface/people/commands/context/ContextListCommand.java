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
        description = "List your servers. * marks the current one.",
        footer = {"", "Examples", "  slipway context list", "  slipway context list --json"})
final class ContextListCommand implements Runnable {

    private final CommandEnvironment environment;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ContextListCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    /**
     * A context, or the problem that prevents reading it.
     *
     * @param problem why it cannot be used
     */
    private record Row(
            String name,
            Optional<ServerContext> context,
            boolean current,
            Optional<String> problem) {

        Optional<TeamId> team(ServerContexts contexts) {
            return contexts.defaultTeam(name);
        }
    }

    @Override
    public void run() {
        List<Row> rows = rows();
        if (json) {
            ObjectNode list = JsonNodeFactory.instance.objectNode();
            var items = list.putArray("items");
            rows.forEach(row -> items.add(json(row)));
            environment.terminal().json(list.toPrettyString());
        } else {
            printText(rows);
        }
    }

    private List<Row> rows() {
        ServerContexts contexts = environment.contexts();
        boolean byAddress = contexts.isNamedByAddress();
        String chosen = byAddress ? "" : contexts.chosen();
        Stream<Row> saved =
                contexts.names().stream()
                        .map(name -> row(name, name.equals(chosen), () -> contexts.named(name)));
        Stream<Row> address =
                byAddress ? Stream.of(row("SLIPWAY_URL", true, contexts::current)) : Stream.empty();
        return Stream.concat(saved, address).toList();
    }

    /** An unreadable context must not hide the others. */
    private static Row row(
            String name, boolean current, java.util.function.Supplier<ServerContext> read) {
        try {
            return new Row(name, Optional.of(read.get()), current, Optional.empty());
        } catch (Problem unreadable) {
            return new Row(name, Optional.empty(), current, Optional.of(unreadable.what()));
        }
    }

    private void printText(List<Row> rows) {
        boolean teams = rows.stream().anyMatch(row -> row.team(environment.contexts()).isPresent());
        TextTable table =
                teams
                        ? TextTable.of(
                                whole("CONTEXT"),
                                text("SERVER"),
                                whole("TEAM"),
                                text("SIGNED IN BY"))
                        : TextTable.of(whole("CONTEXT"), text("SERVER"), text("SIGNED IN BY"));
        rows.forEach(row -> table.row(cells(row, teams).toArray()));
        environment.terminal().show(table);
        environment
                .terminal()
                .say(
                        Format.count(rows.size(), "context")
                                + ". Add one: slipway login URL. Select one: slipway context use NAME");
    }

    private List<Object> cells(Row row, boolean teams) {
        List<Object> cells = new ArrayList<>();
        cells.add(row.name() + (row.current() ? " *" : ""));
        cells.add(row.context().map(it -> it.url().toString()).orElse("?"));
        if (teams) {
            cells.add(row.team(environment.contexts()).map(TeamId::value).orElse(""));
        }
        cells.add(
                row.problem()
                        .map(why -> new TableCell(Tone.BAD, why))
                        .orElseGet(() -> TableCell.of(signedInBy(row))));
        return cells;
    }

    private static String signedInBy(Row row) {
        if (row.name().equals(ServerContexts.LOCAL)) {
            return row.context().flatMap(ServerContext::token).isPresent()
                    ? "local token"
                    : "none: no local server is running";
        }
        return row.context()
                .flatMap(ServerContext::token)
                .map(AccessToken::toString)
                .orElse("none");
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
                            it.token().ifPresent(token -> json.put("token", token.toString()));
                            it.pin().ifPresent(pin -> json.put("certificate", pin.toString()));
                        });
        row.team(environment.contexts()).ifPresent(team -> json.put("team", team.value()));
        row.problem().ifPresent(why -> json.put("wrong", why));
        return json;
    }
}
