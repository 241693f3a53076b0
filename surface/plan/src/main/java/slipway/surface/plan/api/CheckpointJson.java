package slipway.surface.plan.api;

import java.time.Duration;
import java.time.Instant;
import slipway.plan.MonthlyCost;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.InterruptionRate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checkpoint advice as JSON: times in seconds, speeds in bytes per second, money as text with all its digits. */
public final class CheckpointJson {

    private CheckpointJson() {}

    public static ObjectNode of(CheckpointAdvice checkpointAdvice, Instant now) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("every_seconds", seconds(checkpointAdvice.interval().rounded()));
        checkpointAdvice
                .interval()
                .steps()
                .ifPresentOrElse(
                        it -> json.put("every_steps", it), () -> json.putNull("every_steps"));
        json.set(
                "best_seconds",
                EstimateJson.number(
                        checkpointAdvice.interval().best().map(CheckpointJson::seconds)));
        json.put("young_seconds", seconds(checkpointAdvice.interval().rules().young()));
        json.put("daly_seconds", seconds(checkpointAdvice.interval().rules().daly()));
        json.put("blocks_seconds", seconds(checkpointAdvice.saveTime().blocking()));
        json.put("written_seconds", seconds(checkpointAdvice.saveTime().untilDurable()));
        json.set("goodput", EstimateJson.number(checkpointAdvice.goodput()));
        json.set("goodput_unsaved", EstimateJson.number(checkpointAdvice.goodputUnsaved()));
        ObjectNode shares = json.putObject("shares");
        shares.put("useful", checkpointAdvice.shares().useful());
        shares.put("saving", checkpointAdvice.shares().saving());
        shares.put("again", checkpointAdvice.shares().redone());
        shares.put("down", checkpointAdvice.shares().downtime());
        interruptions(json.putObject("interruptions_per_day"), checkpointAdvice.interruptions());
        ObjectNode bytes = json.putObject("bytes");
        bytes.put("all", checkpointAdvice.scenario().size().total().count());
        bytes.put("weights", checkpointAdvice.scenario().size().weights().count());
        bytes.put("copies", checkpointAdvice.scenario().size().masterWeights().count());
        bytes.put("moments", checkpointAdvice.scenario().size().moments().count());
        ObjectNode storage = json.putObject("storage");
        storage.put("name", checkpointAdvice.storage().speed().name());
        storage.put("write", checkpointAdvice.storage().speed().write().count());
        storage.put("needed", checkpointAdvice.storage().requiredSpeed().count());
        storage.put("reaches", checkpointAdvice.storage().isFastEnough());
        ArrayNode tiers = json.putArray("tiers");
        checkpointAdvice
                .storage()
                .tiers()
                .forEach(it -> tiers.add(tier(checkpointAdvice, it, now)));
        ArrayNode grounds = json.putArray("rests_on");
        checkpointAdvice
                .interruptions()
                .total()
                .grounds()
                .forEach(it -> grounds.add(it.sentence()));
        return json;
    }

    private static void interruptions(ObjectNode json, InterruptionRate rate) {
        json.set("all", EstimateJson.number(rate.total()));
        json.set("hardware", EstimateJson.number(rate.hardware()));
        json.set("software", EstimateJson.number(rate.software()));
        json.set("spot", EstimateJson.number(rate.spot()));
    }

    private static ObjectNode tier(
            CheckpointAdvice checkpointAdvice, CheckpointAdvice.TierFit fit, Instant now) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("tier", fit.name());
        json.put("provider", fit.provider());
        json.put("write", fit.speed().count());
        json.put("every_seconds", seconds(fit.interval()));
        json.put("blocks_seconds", seconds(fit.blocking()));
        json.put("goodput", fit.goodput());
        json.put("reaches", fit.isFastEnough());
        json.put("reach", fit.reach());
        fit.age(now)
                .ifPresentOrElse(
                        days -> json.put("age_days", days), () -> json.putNull("age_days"));
        MonthlyCost.of(checkpointAdvice, fit, now)
                .ifPresentOrElse(
                        it -> json.set("month", EstimateJson.money(it)),
                        () -> json.putNull("month"));
        return json;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
