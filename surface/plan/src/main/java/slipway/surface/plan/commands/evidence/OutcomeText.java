package slipway.surface.plan.commands.evidence;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;

/** Prints finished workloads beside their estimates. */
final class OutcomeText {

    private OutcomeText() {}

    static void show(Terminal terminal, List<OutcomeView> all) {
        if (all.isEmpty()) {
            terminal.say("No workload with a plan has ended yet.");
            return;
        }
        var textTable =
                TextTable.of(
                        whole("WORKLOAD"),
                        text("ON"),
                        text("ENDED"),
                        number("STEP EXPECTED"),
                        number("MEASURED"),
                        number("OFF"),
                        number("TIME EXPECTED"),
                        number("HELD"));
        all.forEach(it -> row(textTable, it));
        terminal.show(textTable);
        terminal.say(
                "%s. Their effect on estimates: slipway plan calibrate"
                        .formatted(Format.count(all.size(), "workload")));
    }

    private static void row(TextTable textTable, OutcomeView view) {
        textTable.row(
                view.name(),
                Format.accelerators((int) view.accelerators(), view.type()),
                view.ended(),
                millis(view.step().expected()),
                millis(view.step().measured()),
                off(view.step()),
                seconds(view.time().expected()),
                seconds(view.time().measured()));
    }

    private static String millis(Optional<Long> time) {
        return time.map(it -> Format.number(it / 1e3) + " s").orElse("unknown");
    }

    private static String seconds(Optional<Long> time) {
        return time.map(it -> Format.duration(Duration.ofSeconds(it))).orElse("none");
    }

    /** The relative error of the estimate. */
    private static String off(Beside beside) {
        return beside.expected()
                .filter(it -> it > 0)
                .flatMap(
                        expected ->
                                beside.measured()
                                        .map(it -> Format.change((double) it / expected - 1)))
                .orElse("");
    }
}
