package slipway.surface.system.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.api.operation.OperationView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway operations}. */
@Command(
        name = "operations",
        description = "List long work of the server and its progress.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples",
            "  slipway operations               newest first, kept for 30 days",
            "  slipway operations watch op_01m2qt055r3v8kz6y2bfj6y2bf",
            "  slipway operations cancel op_01m2qt055r3v8kz6y2bfj6y2bf"
        })
final class OperationsCommand extends RemoteCommand {

    OperationsCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(OperationRoutes.LIST), this::print);
    }

    private void print(List<OperationView> operations) {
        if (operations.isEmpty()) {
            say("No operations. Start one, for example: slipway audit check");
            return;
        }
        var table =
                TextTable.of(
                        whole("OPERATION"),
                        whole("TYPE"),
                        whole("STATE"),
                        number("PROGRESS"),
                        text("BY"));
        operations.forEach(
                operation ->
                        table.row(
                                operation.id(),
                                operation.type(),
                                state(operation),
                                progress(operation.progress()),
                                operation.createdBy()));
        terminal().show(table);
    }

    private static String progress(OperationView.ProgressView progress) {
        return progress.total()
                .filter(total -> total > 0)
                .map(total -> Math.min(100, progress.done() * 100 / total) + "%")
                .orElse("");
    }

    private static TableCell state(OperationView operation) {
        Tone tone =
                switch (operation.state()) {
                    case SUCCEEDED -> Tone.GOOD;
                    case FAILED -> Tone.BAD;
                    case QUEUED, RUNNING, STOPPING, CANCELLED -> Tone.WARNING;
                };
        return new TableCell(tone, operation.state().name().toLowerCase(Locale.ROOT));
    }
}
