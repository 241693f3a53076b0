package slipway.surface.plan.commands;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.plan.evaluation.ModelEvaluation;
import slipway.plan.evaluation.PredictionScore;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The totals of an evaluation as JSON. A total without rows is null. */
final class EvaluationJson {

    private EvaluationJson() {}

    static ObjectNode of(ModelEvaluation modelEvaluation) {
        PredictionScore predictionScore = modelEvaluation.score();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rows", predictionScore.rows().all())
                .put("skipped", predictionScore.rows().skipped());
        put(json, "mape_percent", predictionScore.rate().mape());
        put(json, "median_error_percent", predictionScore.rate().median());
        put(json, "bias_percent", predictionScore.rate().bias());
        put(json, "memory_mape_percent", predictionScore.memory());
        predictionScore
                .wrongVerdicts()
                .ifPresentOrElse(
                        wrong -> json.put("verdicts_wrong", wrong),
                        () -> json.putNull("verdicts_wrong"));
        put(json, "coverage90_percent", predictionScore.rate().coverage());
        put(json, "median_half_width_percent", predictionScore.rate().halfWidth());
        json.put("no_target", predictionScore.rows().withoutTarget())
                .put("assumed", predictionScore.rows().assumed());
        put(json, "ttft_median_error_percent", predictionScore.ttft());
        put(json, "tpot_median_error_percent", predictionScore.tpot());
        json.put("known", predictionScore.rows().fitted());
        put(json, "unknown_mape_percent", modelEvaluation.unseen().rate().mape());
        put(json, "in_domain_median_error_percent", median(modelEvaluation.inDomain()));
        put(json, "elsewhere_median_error_percent", median(modelEvaluation.outOfDomain()));
        return json;
    }

    private static OptionalDouble median(Optional<PredictionScore> score) {
        return score.map(it -> it.rate().median()).orElse(OptionalDouble.empty());
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
