package slipway.cli.plan;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.text;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Say;
import slipway.cli.terminal.Facts;
import slipway.cli.terminal.Table;
import slipway.cli.terminal.Terminal;
import slipway.plan.measured.Evaluation;
import slipway.plan.measured.Score;
import slipway.plan.measured.Scored;
import slipway.plan.measured.Scored.Outcome.Skipped;

/** An evaluation in words: the answer first, then by source, then what could not be evaluated. */
final class EvaluationText {

    private final Terminal terminal;

    EvaluationText(Terminal terminal) {
        this.terminal = terminal;
    }

    void say(Evaluation evaluation) {
        Score score = evaluation.score();
        terminal.say(answer(score));
        if (score.known() > 0) {
            terminal.say(known(score, evaluation.unknown()));
        }
        table(evaluation);
        terminal.show(
                Facts.of()
                        .with("no target", Say.count(score.noTarget(), "row"))
                        .with(
                                "assumed",
                                Say.count(
                                        score.assumed(),
                                        "row that leaves open what had to be assumed",
                                        "rows that leave open what had to be assumed"))
                        .with("memory", memory(score))
                        .with("verdicts", verdicts(score))
                        .with("in domain", evaluation.inDomain().map(EvaluationText::served))
                        .with("elsewhere", evaluation.outOfDomain().map(EvaluationText::served))
                        .with("skipped", Say.count(score.skipped(), "row")));
        skipped(evaluation.rows());
    }

    private static String answer(Score score) {
        long compared = score.rows() - score.skipped() - score.noTarget();
        String rows =
                "%s of %s evaluated".formatted(Say.count(compared), Say.count(score.rows(), "row"));
        if (score.mape().isEmpty()) {
            return rows + ".";
        }
        return "%s: the mean error is %s, the median %s."
                .formatted(rows, percent(score.mape()), percent(score.median()));
    }

    private static String known(Score score, Score unknown) {
        String own =
                "The model was made from %s; their error says nothing."
                        .formatted(Say.count(score.known(), "of these rows", "of these rows"));
        return own
                + (unknown.mape().isPresent()
                        ? " Of the others the mean error is " + percent(unknown.mape()) + "."
                        : " How good it is on rows that were kept out: docs/planning-model.md");
    }

    private void table(Evaluation evaluation) {
        Table table =
                Table.of(
                        text("SOURCE"),
                        number("ROWS"),
                        number("MEAN"),
                        number("MEDIAN"),
                        number("BIAS"),
                        number("COVERED"),
                        number("HALF-WIDTH"),
                        number("MEMORY"));
        evaluation
                .bySource()
                .forEach(
                        (source, score) ->
                                table.row(
                                        source,
                                        Say.count(score.rows()),
                                        percent(score.mape()),
                                        percent(score.median()),
                                        percent(score.bias()),
                                        percent(score.coverage()),
                                        percent(score.halfWidth()),
                                        percent(score.memory())));
        terminal.show(table);
    }

    private static Optional<String> memory(Score score) {
        return score.memory().isEmpty()
                ? Optional.empty()
                : Optional.of(percent(score.memory()) + " mean error of the peak");
    }

    private static Optional<String> verdicts(Score score) {
        return score.verdictsWrong().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Say.count(score.verdictsWrong().getAsLong())
                                + " wrong about whether it fits");
    }

    /** Answers that were served: on accelerators and software that were measured often, and all others. */
    private static String served(Score score) {
        return "%s: median error %s end to end, %s first token, %s each token; %s covered"
                .formatted(
                        Say.count(score.rows(), "served row"),
                        percent(score.median()),
                        percent(score.first()),
                        percent(score.each()),
                        percent(score.coverage()));
    }

    private void skipped(List<Scored> rows) {
        for (Scored row : rows) {
            if (row.outcome() instanceof Skipped(String reason)) {
                terminal.say("  %s line %d: %s".formatted(row.file(), row.line(), reason));
            }
        }
    }

    private static String percent(OptionalDouble share) {
        return share.isEmpty() ? "-" : Say.number(share.getAsDouble(), 1) + " %";
    }
}
