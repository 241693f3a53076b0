package slipway.surface.audit.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.spec.SpecKey;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.ReadView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway audit reads}. */
@Command(
        name = "reads",
        description = "List who read secret values, newest first.",
        footer = {
            "",
            "Examples",
            "  slipway audit reads                          the newest 20",
            "  slipway audit reads --object hub-token       who got this secret"
        })
final class AuditReadsCommand extends RemoteCommand {

    private static final int DEFAULT_LIMIT = 20;

    @Option(names = "--actor", paramLabel = "USER", description = "Only reads of this user.")
    private Optional<String> actor = Optional.empty();

    @Option(names = "--object", paramLabel = "NAME", description = "Only reads of this secret.")
    private Optional<String> object = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "Only secrets of this team.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "Maximum number of entries. Default: 20.")
    private int limit = DEFAULT_LIMIT;

    AuditReadsCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var call = filtered(ApiCall.to(AuditRoutes.READS), AuditRoutes.READER, actor);
        call = filtered(call, AuditRoutes.OBJECT, object);
        call = filtered(call, AuditRoutes.READ_TEAM, team);
        show(call.query(CursorPaging.LIMIT, limit), this::printText);
    }

    private static ApiCall<NoBody, ListPage<ReadView>> filtered(
            ApiCall<NoBody, ListPage<ReadView>> call, SpecKey<String> key, Optional<String> value) {
        return value.map(text -> call.query(key, text)).orElse(call);
    }

    private void printText(ListPage<ReadView> page) {
        var table =
                TextTable.of(
                        whole("LAST"), text("FOR"), text("WHAT"), text("TEAM"), number("READS"));
        page.items()
                .forEach(
                        it ->
                                table.row(
                                        shell().times().withSeconds(it.lastAt()),
                                        it.actor(),
                                        it.type() + " " + it.object(),
                                        it.team(),
                                        Format.count(it.readsCount())));
        terminal().show(table);
        say(
                page.items().isEmpty()
                        ? "No matching reads. A read is listed within a minute."
                        : page.next().isPresent()
                                ? "Older entries exist. Show more: slipway audit reads --limit 100"
                                : "All matching reads.");
    }
}
