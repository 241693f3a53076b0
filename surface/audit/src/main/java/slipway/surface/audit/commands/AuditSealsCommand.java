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
        description = "Lists the seals, the newest first.",
        footer = {
            "",
            "Examples",
            "  slipway audit seals                      the newest 20",
            "  slipway audit seals --all --json         all of them as signed, to keep elsewhere"
        })
final class AuditSealsCommand extends RemoteCommand {

    private static final int FEW = 20;

    @Option(names = "--all", description = "All of them, not only the newest 20.")
    private boolean all;

    AuditSealsCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        var apiCall = ApiCall.to(AuditRoutes.SEALS);
        ListPage<SealView> seals =
                all
                        ? new ListPage<>(all(apiCall), Optional.empty())
                        : ask(apiCall.query(CursorPaging.LIMIT, FEW));
        show(AuditRoutes.SEALS.answer(), seals, this::inWords);
    }

    private void inWords(ListPage<SealView> listPage) {
        List<SealView> seals = listPage.items();
        var textTable =
                TextTable.of(number("SEAL"), number("ENTRIES"), whole("SIGNED"), text("ROOT"));
        seals.forEach(
                it ->
                        textTable.row(
                                Format.count(it.seal()),
                                Format.count(it.entries()),
                                shell().times().withSeconds(it.at()),
                                it.root()));
        terminal().show(textTable);
        say(
                seals.isEmpty()
                        ? "No seal yet. Make the first: slipway audit seal"
                        : Format.count(seals.size(), "seal")
                                + (listPage.next().isPresent()
                                        ? ", the newest; all: slipway audit seals --all"
                                        : "")
                                + ". One now: slipway audit seal");
    }
}
