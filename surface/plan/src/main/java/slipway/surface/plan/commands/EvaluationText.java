package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.text.Format;
import slipway.plan.evaluation.ModelEvaluation;
import slipway.plan.evaluation.PredictionScore;
import slipway.plan.evaluation.RowOutcome;
import slipway.plan.evaluation.RowOutcome.Outcome.Skipped;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;

/** Prints an evaluation: the answer, the sources, then the skipped rows. */
final class EvaluationText {

    private final Terminal terminal;

    EvaluationText(Terminal terminal) {
        this.terminal = terminal;
    }

    void say(ModelEvaluation modelEvaluation) {
        PredictionScore predictionScore = modelEvaluation.score();
        terminal.say(answer(predictionScore));
        if (predictionScore.rows().fitted() > 0) {
            terminal.say(known(predictionScore, modelEvaluation.unseen()));
        }
        table(modelEvaluation);
        terminal.show(
                FactList.of()
                        .with(
                                "no target",
                                Format.count(predictionScore.rows().withoutTarget(), "row"))
                        .with(
                                "assumed",
                                Format.count(
                                        predictionScore.rows().assumed(),
                                        "row with assumed values",
                                        "rows with assumed values"))
                        .with("memory", memory(predictionScore))
                        .with("verdicts", verdicts(predictionScore))
                        .with("in domain", modelEvaluation.inDomain().map(EvaluationText::served))
                        .with(
                                "elsewhere",
                                modelEvaluation.outOfDomain().map(EvaluationText::served))
                        .with("skipped", Format.count(predictionScore.rows().skipped(), "row")));
        skipped(modelEvaluation.rows());
    }

    private static String answer(PredictionScore predictionScore) {
        long compared =
                predictionScore.rows().all()
                        - predictionScore.rows().skipped()
                        - predictionScore.rows().withoutTarget();
        String rows =
                "%s of %s evaluated"
                        .formatted(
                                Format.count(compared),
                                Format.count(predictionScore.rows().all(), "row"));
        if (predictionScore.rate().mape().isEmpty()) {
            return rows + ".";
        }
        return "%s: the mean error is %s, the median %s."
                .formatted(
                        rows,
                        percent(predictionScore.rate().mape()),
                        percent(predictionScore.rate().median()));
    }

    private static String known(PredictionScore predictionScore, PredictionScore unknown) {
        String own =
                "The model was fitted to %s; their error is no evidence."
                        .formatted(
                                Format.count(
                                        predictionScore.rows().fitted(),
                                        "of these rows",
                                        "of these rows"));
        return own
                + (unknown.rate().mape().isPresent()
                        ? " Of the others the mean error is " + percent(unknown.rate().mape()) + "."
                        : " Its error on held-out rows: docs/planning-model.md");
    }

    private void table(ModelEvaluation modelEvaluation) {
        TextTable textTable =
                TextTable.of(
                        text("SOURCE"),
                        number("ROWS"),
                        number("MEAN"),
                        number("MEDIAN"),
                        number("BIAS"),
                        number("COVERED"),
                        number("HALF-WIDTH"),
                        number("MEMORY"));
        modelEvaluation
                .bySource()
                .forEach(
                        (source, predictionScore) ->
                                textTable.row(
                                        source,
                                        Format.count(predictionScore.rows().all()),
                                        percent(predictionScore.rate().mape()),
                                        percent(predictionScore.rate().median()),
                                        percent(predictionScore.rate().bias()),
                                        percent(predictionScore.rate().coverage()),
                                        percent(predictionScore.rate().halfWidth()),
                                        percent(predictionScore.memory())));
        terminal.show(textTable);
    }

    private static Optional<String> memory(PredictionScore predictionScore) {
        return predictionScore.memory().isEmpty()
                ? Optional.empty()
                : Optional.of(percent(predictionScore.memory()) + " mean error of the peak");
    }

    private static Optional<String> verdicts(PredictionScore predictionScore) {
        return predictionScore.wrongVerdicts().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Format.count(predictionScore.wrongVerdicts().getAsLong())
                                + " wrong about whether it fits");
    }

    /** The errors of serving rows: in the domain of the measurements, or elsewhere. */
    private static String served(PredictionScore predictionScore) {
        return "%s: median error %s end to end, %s first token, %s each token; %s covered"
                .formatted(
                        Format.count(predictionScore.rows().all(), "served row"),
                        percent(predictionScore.rate().median()),
                        percent(predictionScore.ttft()),
                        percent(predictionScore.tpot()),
                        percent(predictionScore.rate().coverage()));
    }

    private void skipped(List<RowOutcome> rows) {
        for (RowOutcome row : rows) {
            if (row.outcome() instanceof Skipped(String reason)) {
                terminal.say("  %s line %d: %s".formatted(row.file(), row.line(), reason));
            }
        }
    }

    private static String percent(OptionalDouble share) {
        return share.isEmpty() ? "-" : Format.number(share.getAsDouble(), 1) + " %";
    }
}
