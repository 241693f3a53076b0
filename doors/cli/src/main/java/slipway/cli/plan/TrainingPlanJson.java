package slipway.cli.plan;

import java.math.BigDecimal;
import java.time.Duration;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A plan as one object; times in seconds, money as text with all its digits. */
final class TrainingPlanJson {

    private TrainingPlanJson() {}

    static ObjectNode of(TrainingPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("chosen", way(plan.chosen()));
        json.put("because", plan.because());
        json.put("within_bounds", plan.withinBounds());
        ObjectNode step = json.putObject("step");
        step.put("seconds", plan.step().seconds());
        step.put("tokens", plan.aim().task().tokensOfStep());
        step.put("of_peak", plan.ofPeak());
        ObjectNode parts = step.putObject("parts");
        plan.step().parts().forEach(it -> parts.put(it.what(), it.seconds()));
        ArrayNode front = json.putArray("front");
        plan.front().forEach(it -> front.add(way(it)));
        ArrayNode beside = json.putArray("beside");
        plan.beside().forEach(it -> beside.add(way(it)));
        json.put("considered", plan.considered());
        return json;
    }

    private static ObjectNode way(Way way) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("where", way.name());
        json.put("provider", way.offer().provider());
        json.put("region", way.offer().region());
        json.put("terms", way.offer().terms().word());
        json.put("type", way.offer().type());
        json.put("accelerators", way.accelerators());
        json.put("machines", way.offer().machines(way.accelerators()));
        ObjectNode setUp = json.putObject("set_up");
        setUp.put("words", way.prospect().configuration().words());
        way.prospect().configuration().numbers().forEach(setUp::put);
        json.put("tokens_per_second_per_accelerator", way.prospect().rate().value().perSecond());
        json.set("seconds", seconds(way.time()));
        json.set("cost", money(way.cost()));
        ArrayNode grounds = json.putArray("rests_on");
        way.cost().restsOn().forEach(it -> grounds.add(it.sentence()));
        return json;
    }

    private static ObjectNode seconds(Estimate<Duration> time) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("value", time.value().toSeconds());
        json.put("low", time.low().toSeconds());
        json.put("high", time.high().toSeconds());
        return json;
    }

    private static ObjectNode money(Estimate<Money> cost) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("value", digits(cost.value()));
        json.put("low", digits(cost.low()));
        json.put("high", digits(cost.high()));
        json.put("currency", cost.value().currency().getCurrencyCode());
        return json;
    }

    private static String digits(Money money) {
        return BigDecimal.valueOf(money.millionths(), 6).toPlainString();
    }
}
