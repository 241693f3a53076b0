package slipway.surface.plan.commands.evidence;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.util.List;
import slipway.base.text.Format;
import slipway.plan.acceptance.AcceptanceReport;
import slipway.plan.acceptance.FigureFinding.Verdict;
import slipway.surface.plan.api.MeasurementRoutes.FindingView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;

/** Prints measurements: the summary, then each figure beside the catalog's. */
final class MeasureText {

    private static final double THOUSANDTHS = 1_000;

    private final Terminal terminal;

    MeasureText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Whether every node was measured, was not busy, and is not below the catalog. */
    static boolean isGood(MeasurementView view) {
        return view.state().equals("measured")
                && view.trouble().isEmpty()
                && view.found().stream()
                        .flatMap(it -> it.findings().stream())
                        .noneMatch(it -> it.verdict().equals(Verdict.BELOW.word()));
    }

    void say(MeasurementView view) {
        if (view.state().equals("running")) {
            terminal.say(
                    "%s is measured, or queued for it. Its log: slipway logs -f %s"
                            .formatted(Format.list(view.nodes()), view.id()));
        }
        for (NodeFindingsView node : view.found()) {
            terminal.say(terminal.plain(node.summary()));
            table(node.findings());
            node.remarks().forEach(it -> terminal.say(terminal.plain(it)));
        }
        view.trouble()
                .ifPresent(
                        it ->
                                terminal.say(
                                        "%s: %s"
                                                .formatted(
                                                        Format.list(view.nodes()),
                                                        terminal.plain(it))));
    }

    void say(AcceptanceReport acceptanceReport) {
        terminal.say(terminal.plain(acceptanceReport.summary()));
        table(acceptanceReport.findings().stream().map(FindingView::of).toList());
        acceptanceReport.remarks().forEach(it -> terminal.say(terminal.plain(it)));
    }

    private void table(List<FindingView> findings) {
        if (findings.isEmpty()) {
            return;
        }
        var textTable =
                TextTable.of(
                        text("FIGURE"),
                        number("MEASURED"),
                        number("CATALOG"),
                        number("SHARE"),
                        text("VERDICT"));
        for (FindingView each : findings) {
            textTable.row(
                    each.what(),
                    each.measured(),
                    each.onPaper().orElse(""),
                    each.share().map(it -> Format.percent(it / THOUSANDTHS)).orElse(""),
                    verdict(each));
        }
        terminal.show(textTable);
        for (FindingView each : findings) {
            each.remark()
                    .ifPresent(
                            it ->
                                    terminal.say(
                                            "%s: %s.".formatted(each.what(), terminal.plain(it))));
        }
    }

    private static TableCell verdict(FindingView view) {
        Verdict verdict =
                List.of(Verdict.values()).stream()
                        .filter(it -> it.word().equals(view.verdict()))
                        .findFirst()
                        .orElse(Verdict.UNTOLD);
        Tone tone =
                switch (verdict) {
                    case DELIVERS -> Tone.GOOD;
                    case BELOW -> Tone.BAD;
                    case BUSY -> Tone.WARNING;
                    case UNTOLD -> Tone.QUIET;
                };
        return new TableCell(tone, verdict.words());
    }
}
