package slipway.surface.plan.api;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.plan.serving.ReplicaMemory;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingPlan;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A serving plan as JSON: times in seconds, memory in bytes, money as text with all its digits. */
public final class ServingPlanJson {

    private static final double NANO = 1e9;

    private ServingPlanJson() {}

    public static ObjectNode of(ServingPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("aim", goal(plan.goal()));
        json.set("chosen", fleet(plan.goal(), plan.chosen()));
        json.put("because", plan.reason());
        ArrayNode beside = json.putArray("beside");
        plan.alternatives().forEach(it -> beside.add(fleet(plan.goal(), it)));
        json.put("considered", plan.consideredWays());
        return json;
    }

    private static ObjectNode goal(ServingGoal goal) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("model", goal.modelName());
        json.put("framework", goal.bounds().framework());
        json.put("requests_per_second", goal.demand().rate());
        json.put("input_tokens", goal.demand().input());
        json.put("output_tokens", goal.demand().output());
        json.put("ttft_p95_seconds", seconds(goal.latency().ttft()));
        json.put("tpot_p95_seconds", seconds(goal.latency().tpot()));
        return json;
    }

    private static ObjectNode fleet(ServingGoal goal, ServingFleet servingFleet) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("where", servingFleet.name());
        json.put("provider", servingFleet.offer().provider());
        json.put("region", servingFleet.offer().region());
        json.put("terms", servingFleet.offer().terms().word());
        json.put("type", servingFleet.offer().type());
        json.put("accelerators", servingFleet.totalAccelerators());
        json.put("accelerators_paid", servingFleet.cost().billedAccelerators());
        json.put("replicas", servingFleet.replicas());
        json.put("accelerators_per_replica", servingFleet.replica().accelerators());
        json.put("precision", servingFleet.replica().formats().weights().word());
        json.put("kv_cache", servingFleet.replica().formats().kvCache().word());
        json.set("memory", memory(servingFleet));
        json.put("requests_at_once", servingFleet.replica().concurrency());
        json.set("ttft_p50_seconds", time(servingFleet.latency().ttftP50()));
        json.set("ttft_p95_seconds", time(servingFleet.latency().ttftP95()));
        json.set("tpot_p50_seconds", time(servingFleet.latency().tpotP50()));
        json.set("tpot_p95_seconds", time(servingFleet.latency().tpotP95()));
        json.set(
                "replica_requests_per_second",
                EstimateJson.number(servingFleet.replica().capacity()));
        json.put("spare", servingFleet.spareShare(goal.demand()));
        ObjectNode cost = json.putObject("cost");
        cost.set("hour", EstimateJson.money(servingFleet.cost().hour()));
        cost.set("month", EstimateJson.money(servingFleet.cost().month()));
        cost.set("million_output_tokens", EstimateJson.money(servingFleet.cost().millionTokens()));
        cost.set("thousand_requests", EstimateJson.money(servingFleet.cost().thousandRequests()));
        ArrayNode grounds = json.putArray("rests_on");
        servingFleet.grounds().forEach(it -> grounds.add(it.sentence()));
        grounds.add(servingFleet.offer().price().note());
        return json;
    }

    private static ObjectNode memory(ServingFleet servingFleet) {
        ReplicaMemory replicaMemory = servingFleet.replica().memory();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("total", replicaMemory.total().count());
        json.put("weights", replicaMemory.weights().count());
        json.put("software", replicaMemory.software().count());
        json.put("keys_and_values_room", replicaMemory.kvCache().count());
        json.put("keys_and_values_of_a_request", replicaMemory.perRequest().count());
        json.put("most_requests_at_once", replicaMemory.maxRequests());
        return json;
    }

    private static ObjectNode time(Estimate<Duration> time) {
        return EstimateJson.number(time.map(ServingPlanJson::seconds));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }
}
