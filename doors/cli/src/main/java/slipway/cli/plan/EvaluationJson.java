package slipway.cli.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.plan.measured.Evaluation;
import slipway.plan.measured.Score;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The totals of an evaluation as one object. What no row tells is null. */
final class EvaluationJson {

    private EvaluationJson() {}

    static ObjectNode of(Evaluation evaluation) {
        Score score = evaluation.score();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rows", score.rows()).put("skipped", score.skipped());
        put(json, "mape_percent", score.mape());
        put(json, "median_error_percent", score.median());
        put(json, "bias_percent", score.bias());
        put(json, "memory_mape_percent", score.memory());
        score.verdictsWrong()
                .ifPresentOrElse(
                        wrong -> json.put("verdicts_wrong", wrong),
                        () -> json.putNull("verdicts_wrong"));
        put(json, "coverage90_percent", score.coverage());
        put(json, "median_half_width_percent", score.halfWidth());
        json.put("no_target", score.noTarget()).put("assumed", score.assumed());
        put(json, "ttft_median_error_percent", score.first());
        put(json, "tpot_median_error_percent", score.each());
        json.put("known", score.known());
        put(json, "unknown_mape_percent", evaluation.unknown().mape());
        put(json, "in_domain_median_error_percent", median(evaluation.inDomain()));
        put(json, "elsewhere_median_error_percent", median(evaluation.outOfDomain()));
        return json;
    }

    private static OptionalDouble median(Optional<Score> score) {
        return score.map(Score::median).orElse(OptionalDouble.empty());
    }

    private static void put(ObjectNode json, String name, OptionalDouble percent) {
        if (percent.isPresent()) {
            json.put(
                    name,
                    BigDecimal.valueOf(percent.getAsDouble()).setScale(2, RoundingMode.HALF_UP));
        } else {
            json.putNull(name);
        }
    }
}
