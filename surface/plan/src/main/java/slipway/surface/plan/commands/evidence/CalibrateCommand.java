package slipway.surface.plan.commands.evidence;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.evidence.CalibrationRoutes;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.PastView;
import slipway.surface.api.evidence.CalibrationRoutes.Seen;
import slipway.surface.api.evidence.CalibrationRoutes.TypeView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway plan calibrate}. */
@Command(
        name = "calibrate",
        description =
                "Holds finished workloads against what was expected of them, and corrects the next.",
        footer = {
            "",
            "Without an option it only shows what it would change.",
            "Each workload is held against a correction that did not see it. A type of accelerator is",
            "corrected only where that is nearer on average.",
            "",
            "Examples",
            "  slipway plan calibrate",
            "  slipway plan calibrate --apply",
            "  slipway plan calibrate --undo",
            "  slipway plan calibrate --outcomes    each workload beside its estimate",
            "  slipway plan calibrate --try steps.json"
        })
final class CalibrateCommand extends RemoteCommand {

    @ArgGroup private Wanted wanted = new Wanted();

    private static final class Wanted {

        @Option(names = "--apply", description = "Correct estimates from now on as is proposed.")
        private boolean apply;

        @Option(names = "--undo", description = "Take the one in force out of it again.")
        private boolean undo;

        @Option(names = "--outcomes", description = "List finished workloads beside estimates.")
        private boolean outcomes;

        @Option(
                names = "--try",
                paramLabel = "FILE",
                description =
                        "What configurations and steps of your own would correct: JSON, as"
                                + " POST /api/v1/plan/calibration/try takes it.")
        private Optional<Path> tried = Optional.empty();
    }

    CalibrateCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (wanted.apply) {
            show(ApiCall.to(CalibrationRoutes.APPLY).sending(seen()), this::applied);
        } else if (wanted.undo) {
            show(ApiCall.to(CalibrationRoutes.UNDO).sending(seen()), this::undone);
        } else if (wanted.outcomes) {
            list(ApiCall.to(CalibrationRoutes.OUTCOMES), it -> OutcomeText.show(terminal(), it));
        } else if (wanted.tried.isPresent()) {
            show(
                    ApiCall.to(CalibrationRoutes.TRY).sending(TrialFile.read(wanted.tried.get())),
                    this::inWords);
        } else {
            show(ApiCall.to(CalibrationRoutes.SHOW), this::proposed);
        }
    }

    /** What is decided on is what is in force now. */
    private Seen seen() {
        return new Seen(asCurl() ? 0 : ask(ApiCall.to(CalibrationRoutes.SHOW)).number());
    }

    private void applied(CalibrationView view) {
        say(
                "Calibration %d is in force: %s"
                        .formatted(view.number(), view.past().getFirst().says()));
        say("Estimates of what waits are worked out anew. Undo: slipway plan calibrate --undo");
    }

    private void undone(CalibrationView view) {
        say(
                view.number() == 0
                        ? "No calibration is in force any more."
                        : "Calibration %d is in force again: %s"
                                .formatted(view.number(), past(view, view.number())));
    }

    private static String past(CalibrationView view, long number) {
        return view.past().stream()
                .filter(it -> it.number() == number)
                .map(PastView::says)
                .findFirst()
                .orElse("");
    }

    private void proposed(CalibrationView view) {
        inWords(view);
        say(
                view.number() == 0
                        ? "No calibration is in force."
                        : "In force is calibration %d: %s"
                                .formatted(view.number(), past(view, view.number())));
        if (view.changes()) {
            say("Apply it: slipway plan calibrate --apply");
        }
    }

    private void inWords(CalibrationView view) {
        if (view.types().isEmpty()) {
            say("No workload with a plan has told of its steps and ended yet.");
            say("Say what a job trains: slipway run train.py --plan model=llama-3-8b,tokens=15B");
            return;
        }
        say(
                view.changes()
                        ? "Proposed: %s".formatted(view.says())
                        : "Nothing is proposed; why stands beside each type.");
        var textTable =
                TextTable.of(
                        whole("TYPE"),
                        number("WORKLOADS"),
                        number("OFF NOW"),
                        number("WITHIN"),
                        number("OFF THEN"),
                        number("WITHIN"),
                        text("CORRECTION"));
        view.types().forEach(it -> row(textTable, it));
        terminal().show(textTable);
    }

    private static void row(TextTable textTable, TypeView type) {
        textTable.row(
                type.type(),
                Format.count(type.workloads()),
                percent(type.before().off()),
                percent(type.before().within()),
                percent(type.after().off()),
                percent(type.after().within()),
                type.because());
    }

    private static String percent(Optional<Long> thousandths) {
        return thousandths.map(it -> Format.percent(it / 1e3)).orElse("none");
    }
}
