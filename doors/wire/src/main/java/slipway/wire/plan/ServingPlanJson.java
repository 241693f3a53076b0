package slipway.wire.plan;

import java.math.BigDecimal;
import java.time.Duration;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.serving.Fleet;
import slipway.plan.serving.Memory;
import slipway.plan.serving.ServingAim;
import slipway.plan.serving.ServingPlan;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A plan to serve as one object; times in seconds, memory in bytes, money as text with all its digits. */
public final class ServingPlanJson {

    private static final double NANO = 1e9;

    private ServingPlanJson() {}

    public static ObjectNode of(ServingPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("aim", aim(plan.aim()));
        json.set("chosen", fleet(plan.aim(), plan.chosen()));
        json.put("because", plan.because());
        ArrayNode beside = json.putArray("beside");
        plan.beside().forEach(it -> beside.add(fleet(plan.aim(), it)));
        json.put("considered", plan.considered());
        return json;
    }

    private static ObjectNode aim(ServingAim aim) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("model", aim.modelName());
        json.put("framework", aim.bounds().framework());
        json.put("requests_per_second", aim.demand().rate());
        json.put("input_tokens", aim.demand().input());
        json.put("output_tokens", aim.demand().output());
        json.put("ttft_p95_seconds", seconds(aim.goal().first()));
        json.put("tpot_p95_seconds", seconds(aim.goal().each()));
        return json;
    }

    private static ObjectNode fleet(ServingAim aim, Fleet fleet) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("where", fleet.name());
        json.put("provider", fleet.offer().provider());
        json.put("region", fleet.offer().region());
        json.put("terms", fleet.offer().terms().word());
        json.put("type", fleet.offer().type());
        json.put("accelerators", fleet.all());
        json.put("accelerators_paid", fleet.cost().paid());
        json.put("replicas", fleet.replicas());
        json.put("accelerators_per_replica", fleet.accelerators());
        json.put("precision", fleet.weight().word());
        json.set("memory", memory(fleet));
        json.put("requests_at_once", fleet.present());
        json.set("ttft_p50_seconds", time(fleet.first50()));
        json.set("ttft_p95_seconds", time(fleet.first95()));
        json.set("tpot_p50_seconds", time(fleet.each50()));
        json.set("tpot_p95_seconds", time(fleet.each95()));
        json.set("replica_requests_per_second", number(fleet.capacity()));
        json.put("spare", fleet.spare(aim.demand()));
        ObjectNode cost = json.putObject("cost");
        cost.set("hour", money(fleet.cost().hour()));
        cost.set("month", money(fleet.cost().month()));
        cost.set("million_output_tokens", money(fleet.cost().millionTokens()));
        cost.set("thousand_requests", money(fleet.cost().thousandRequests()));
        ArrayNode grounds = json.putArray("rests_on");
        fleet.grounds().forEach(it -> grounds.add(it.sentence()));
        grounds.add(fleet.offer().note());
        return json;
    }

    private static ObjectNode memory(Fleet fleet) {
        Memory memory = fleet.memory();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("total", memory.total().count());
        json.put("weights", memory.weights().count());
        json.put("software", memory.software().count());
        json.put("keys_and_values_room", memory.room().count());
        json.put("keys_and_values_of_a_request", memory.perRequest().count());
        json.put("most_requests_at_once", memory.requests());
        return json;
    }

    private static ObjectNode time(Estimate<Duration> time) {
        return number(time.map(ServingPlanJson::seconds));
    }

    private static ObjectNode number(Estimate<Double> number) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return json.put("value", number.value())
                .put("low", number.low())
                .put("high", number.high());
    }

    private static ObjectNode money(Estimate<Money> cost) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return json.put("value", digits(cost.value()))
                .put("low", digits(cost.low()))
                .put("high", digits(cost.high()))
                .put("currency", cost.value().currency().getCurrencyCode());
    }

    private static String digits(Money money) {
        return BigDecimal.valueOf(money.millionths(), 6).toPlainString();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }
}
