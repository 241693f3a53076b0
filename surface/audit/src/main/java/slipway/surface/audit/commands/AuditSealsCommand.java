package slipway.surface.audit.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.SealView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway audit seals}. */
@Command(
        name = "seals",
        description = "List the seals, newest first.",
        footer = {
            "",
            "Examples",
            "  slipway audit seals                      the newest 20",
            "  slipway audit seals --all --json         all signed seals, for a copy elsewhere"
        })
final class AuditSealsCommand extends RemoteCommand {

    private static final int DEFAULT_LIMIT = 20;

    @Option(names = "--all", description = "List all seals, not only the newest 20.")
    private boolean all;

    AuditSealsCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var call = ApiCall.to(AuditRoutes.SEALS);
        ListPage<SealView> seals =
                all
                        ? new ListPage<>(all(call), Optional.empty())
                        : ask(call.query(CursorPaging.LIMIT, DEFAULT_LIMIT));
        show(AuditRoutes.SEALS.answer(), seals, this::printText);
    }

    private void printText(ListPage<SealView> page) {
        List<SealView> seals = page.items();
        var table = TextTable.of(number("SEAL"), number("ENTRIES"), whole("SIGNED"), text("ROOT"));
        seals.forEach(
                it ->
                        table.row(
                                Format.count(it.seal()),
                                Format.count(it.entries()),
                                shell().times().withSeconds(it.at()),
                                it.root()));
        terminal().show(table);
        say(
                seals.isEmpty()
                        ? "No seals yet. Create the first: slipway audit seal"
                        : Format.count(seals.size(), "seal")
                                + (page.next().isPresent()
                                        ? " shown. All: slipway audit seals --all"
                                        : "")
                                + ". Seal now: slipway audit seal");
    }
}
