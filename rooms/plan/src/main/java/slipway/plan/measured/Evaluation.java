package slipway.plan.measured;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.plan.measured.Scored.Outcome.Compared;

/** Measured rows, each held against the model. */
public record Evaluation(List<Scored> rows) {

    public Evaluation {
        rows = List.copyOf(rows);
    }

    public Score score() {
        return Score.of(rows);
    }

    public Map<String, Score> bySource() {
        Map<String, Score> scores = new TreeMap<>();
        rows.stream()
                .collect(Collectors.groupingBy(Scored::source))
                .forEach((source, its) -> scores.put(source, Score.of(its)));
        return scores;
    }

    /** Of answers that were served on well-known accelerators by well-known software; empty where there are none. */
    public Optional<Score> inDomain() {
        return served(true);
    }

    /** Of all other answers that were served; empty where there are none. */
    public Optional<Score> outOfDomain() {
        return served(false);
    }

    private Optional<Score> served(boolean inDomain) {
        List<Scored> found =
                rows.stream()
                        .filter(
                                row ->
                                        row.outcome() instanceof Compared it
                                                && it.answer()
                                                        .filter(its -> its.inDomain() == inDomain)
                                                        .isPresent())
                        .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(Score.of(found));
    }

    /** Of the rows that the model was not made from: only these say how good it is. */
    public Score unknown() {
        return Score.of(
                rows.stream()
                        .filter(row -> !(row.outcome() instanceof Compared it && it.known()))
                        .toList());
    }
}
