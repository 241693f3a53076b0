package slipway.surface.plan.commands.evidence;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway plan measure list}. */
@Command(
        name = "list",
        description = "Lists measurements, newest first.",
        footer = {"", "Examples", "  slipway plan measure list"})
final class MeasureListCommand extends RemoteCommand {

    MeasureListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(MeasurementRoutes.LIST), this::print);
    }

    private void print(List<MeasurementView> all) {
        if (all.isEmpty()) {
            say("Nothing was measured yet. Start with: slipway plan measure");
            return;
        }
        var textTable =
                TextTable.of(
                        whole("ID"), text("NODES"), text("WHEN"), text("STATE"), text("RESULT"));
        for (MeasurementView each : all) {
            textTable.row(
                    each.id(),
                    String.join(", ", each.nodes()),
                    shell().times().time(each.at()),
                    state(each),
                    result(each));
        }
        terminal().show(textTable);
        say(
                "%s. All figures of one: slipway plan measure show %s"
                        .formatted(Format.count(all.size(), "measurement"), all.getFirst().id()));
    }

    private static TableCell state(MeasurementView view) {
        Tone tone =
                switch (view.state()) {
                    case "measured" -> Tone.GOOD;
                    case "failed" -> Tone.BAD;
                    case "busy" -> Tone.WARNING;
                    default -> Tone.QUIET;
                };
        return new TableCell(tone, view.state());
    }

    private String result(MeasurementView view) {
        return terminal()
                .plain(
                        view.trouble()
                                .or(
                                        () ->
                                                view.found().stream()
                                                        .map(NodeFindingsView::summary)
                                                        .findFirst())
                                .orElse(""));
    }
}
