package slipway.surface.plan.api;

import slipway.plan.compare.ProviderComparison;
import slipway.plan.compare.ProviderComparison.RankedProvider;
import slipway.plan.compare.ProviderComparison.Score;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A comparison of providers as JSON. */
public final class CompareJson {

    private CompareJson() {}

    public static ObjectNode of(ProviderComparison comparison) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", comparison.goal().type());
        json.put("accelerators", comparison.goal().accelerators());
        ArrayNode places = json.putArray("providers");
        for (RankedProvider it : comparison.providers()) {
            ObjectNode place = places.addObject();
            place.put("provider", it.provider());
            place.set("score", EstimateJson.number(it.total()));
            place.put("known", it.knownShare());
            it.perHour()
                    .ifPresentOrElse(
                            price -> place.set("per_hour", EstimateJson.money(price)),
                            () -> place.putNull("per_hour"));
            ObjectNode scores = place.putObject("scores");
            it.scores().forEach(score -> scores.set(score.criterion().label(), score(score)));
        }
        return json;
    }

    private static ObjectNode score(Score score) {
        ObjectNode json = EstimateJson.number(score.value());
        json.put("weight", score.weight());
        json.put("known", score.isKnown());
        json.put("figure", score.figure());
        json.put("because", score.reason());
        return json;
    }
}
