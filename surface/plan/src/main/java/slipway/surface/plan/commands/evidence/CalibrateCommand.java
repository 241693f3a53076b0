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
                "Compares finished workloads with their estimates and corrects further estimates.",
        footer = {
            "",
            "Without an option it only shows the proposal.",
            "Each workload is compared with a correction fitted to all others. A type of accelerator is",
            "corrected only if that reduces the mean error.",
            "",
            "Examples",
            "  slipway plan calibrate",
            "  slipway plan calibrate --apply",
            "  slipway plan calibrate --undo",
            "  slipway plan calibrate --outcomes    each workload beside its estimate",
            "  slipway plan calibrate --try steps.json"
        })
public final class CalibrateCommand extends RemoteCommand {

    @ArgGroup private Action action = new Action();

    private static final class Action {

        @Option(
                names = "--apply",
                description = "Apply the proposed correction to all further estimates.")
        private boolean apply;

        @Option(names = "--undo", description = "Undo the calibration in force.")
        private boolean undo;

        @Option(names = "--outcomes", description = "List finished workloads with their estimates.")
        private boolean outcomes;

        @Option(
                names = "--try",
                paramLabel = "FILE",
                description =
                        "Show what your own measured steps would correct: JSON, as"
                                + " for POST /api/v1/plan/calibration/try.")
        private Optional<Path> trial = Optional.empty();
    }

    public CalibrateCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (action.apply) {
            show(ApiCall.to(CalibrationRoutes.APPLY).sending(current()), this::applied);
        } else if (action.undo) {
            show(ApiCall.to(CalibrationRoutes.UNDO).sending(current()), this::undone);
        } else if (action.outcomes) {
            list(ApiCall.to(CalibrationRoutes.OUTCOMES), it -> OutcomeText.show(terminal(), it));
        } else if (action.trial.isPresent()) {
            show(
                    ApiCall.to(CalibrationRoutes.TRY).sending(TrialFile.read(action.trial.get())),
                    this::print);
        } else {
            show(ApiCall.to(CalibrationRoutes.SHOW), this::proposed);
        }
    }

    /** The calibration in force, on which the decision is based. */
    private Seen current() {
        return new Seen(asCurl() ? 0 : ask(ApiCall.to(CalibrationRoutes.SHOW)).number());
    }

    private void applied(CalibrationView view) {
        say(
                "Calibration %d is in force: %s"
                        .formatted(view.number(), view.past().getFirst().says()));
        say("Estimates of queued workloads are recomputed. Undo: slipway plan calibrate --undo");
    }

    private void undone(CalibrationView view) {
        say(
                view.number() == 0
                        ? "No calibration is in force any more."
                        : "Calibration %d is in force again: %s"
                                .formatted(view.number(), summary(view, view.number())));
    }

    private static String summary(CalibrationView view, long number) {
        return view.past().stream()
                .filter(it -> it.number() == number)
                .map(PastView::says)
                .findFirst()
                .orElse("");
    }

    private void proposed(CalibrationView view) {
        print(view);
        say(
                view.number() == 0
                        ? "No calibration is in force."
                        : "In force is calibration %d: %s"
                                .formatted(view.number(), summary(view, view.number())));
        if (view.changes()) {
            say("Apply it: slipway plan calibrate --apply");
        }
    }

    private void print(CalibrationView view) {
        if (view.types().isEmpty()) {
            say("No workload with a plan has reported steps and ended yet.");
            say("State the plan of a job: slipway run train.py --plan model=llama-3-8b,tokens=15B");
            return;
        }
        say(
                view.changes()
                        ? "Proposed: %s".formatted(view.says())
                        : "Nothing is proposed, for the reason given for each type.");
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
