package slipway.plan.evaluation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.plan.evaluation.RowOutcome.Outcome.Compared;

/** The evaluation of the model on measured rows. */
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

    /**
     * The score of serving rows in the domain: accelerator and framework were measured often. Empty without such rows.
     */
    public Optional<PredictionScore> inDomain() {
        return servingScore(true);
    }

    /** The score of all other serving rows; empty without such rows. */
    public Optional<PredictionScore> outOfDomain() {
        return servingScore(false);
    }

    private Optional<PredictionScore> servingScore(boolean inDomain) {
        List<RowOutcome> found =
                rows.stream()
                        .filter(
                                row ->
                                        row.outcome() instanceof Compared it
                                                && it.latency()
                                                        .filter(its -> its.inDomain() == inDomain)
                                                        .isPresent())
                        .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(PredictionScore.of(found));
    }

    /** The score of rows that the model was not fitted to: the only ones that show how good it is. */
    public PredictionScore unseen() {
        return PredictionScore.of(
                rows.stream()
                        .filter(row -> !(row.outcome() instanceof Compared it && it.fitted()))
                        .toList());
    }
}
