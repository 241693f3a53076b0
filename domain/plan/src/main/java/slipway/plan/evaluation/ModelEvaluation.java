package slipway.plan.evaluation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.plan.evaluation.RowOutcome.Outcome.Compared;

/** Measured rows, each held against the model. */
public record ModelEvaluation(List<RowOutcome> rows) {

    public ModelEvaluation {
        rows = List.copyOf(rows);
    }

    public PredictionScore score() {
        return PredictionScore.of(rows);
    }

    public Map<String, PredictionScore> bySource() {
        Map<String, PredictionScore> scores = new TreeMap<>();
        rows.stream()
                .collect(Collectors.groupingBy(RowOutcome::source))
                .forEach((source, its) -> scores.put(source, PredictionScore.of(its)));
        return scores;
    }

    /** Of answers that were served on well-known accelerators by well-known software; empty where there are none. */
    public Optional<PredictionScore> inDomain() {
        return served(true);
    }

    /** Of all other answers that were served; empty where there are none. */
    public Optional<PredictionScore> outOfDomain() {
        return served(false);
    }

    private Optional<PredictionScore> served(boolean inDomain) {
        List<RowOutcome> found =
                rows.stream()
                        .filter(
                                row ->
                                        row.outcome() instanceof Compared it
                                                && it.answer()
                                                        .filter(its -> its.inDomain() == inDomain)
                                                        .isPresent())
                        .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(PredictionScore.of(found));
    }

    /** Of the rows that the model was not made from: only these say how good it is. */
    public PredictionScore unknown() {
        return PredictionScore.of(
                rows.stream()
                        .filter(row -> !(row.outcome() instanceof Compared it && it.known()))
                        .toList());
    }
}
