package slipway.wire.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.MonthlyCost;
import slipway.plan.reliability.Advice;
import slipway.plan.reliability.Interruptions;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How often to save as one object; times in seconds, speeds in bytes a second, money as text with all its digits. */
public final class CheckpointJson {

    private CheckpointJson() {}

    public static ObjectNode of(Advice advice, Instant now) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("every_seconds", seconds(advice.every()));
        advice.steps()
                .ifPresentOrElse(
                        it -> json.put("every_steps", it), () -> json.putNull("every_steps"));
        json.set("best_seconds", estimate(advice.best(), CheckpointJson::seconds));
        json.put("young_seconds", seconds(advice.rules().young()));
        json.put("daly_seconds", seconds(advice.rules().daly()));
        json.put("blocks_seconds", seconds(advice.blocks()));
        json.put("written_seconds", seconds(advice.written()));
        json.set("goodput", estimate(advice.goodput(), it -> it));
        json.set("goodput_unsaved", estimate(advice.unsaved(), it -> it));
        ObjectNode shares = json.putObject("shares");
        shares.put("useful", advice.shares().useful());
        shares.put("saving", advice.shares().saving());
        shares.put("again", advice.shares().again());
        shares.put("down", advice.shares().down());
        interruptions(json.putObject("interruptions_per_day"), advice.interruptions());
        ObjectNode bytes = json.putObject("bytes");
        bytes.put("all", advice.question().saved().all().count());
        bytes.put("weights", advice.question().saved().weights().count());
        bytes.put("copies", advice.question().saved().copies().count());
        bytes.put("moments", advice.question().saved().moments().count());
        ObjectNode storage = json.putObject("storage");
        storage.put("name", advice.speed().name());
        storage.put("write", advice.speed().write().count());
        storage.put("needed", advice.needed().count());
        storage.put("reaches", advice.reaches());
        ArrayNode tiers = json.putArray("tiers");
        advice.tiers().forEach(it -> tiers.add(tier(advice, it, now)));
        ArrayNode grounds = json.putArray("rests_on");
        advice.interruptions().all().restsOn().forEach(it -> grounds.add(it.sentence()));
        return json;
    }

    private static void interruptions(ObjectNode json, Interruptions told) {
        json.set("all", estimate(told.all(), it -> it));
        json.set("hardware", estimate(told.hardware(), it -> it));
        json.set("software", estimate(told.software(), it -> it));
        json.set("spot", estimate(told.spot(), it -> it));
    }

    private static ObjectNode tier(Advice advice, Advice.Fit fit, Instant now) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("tier", fit.name());
        json.put("provider", fit.provider());
        json.put("write", fit.speed().count());
        json.put("every_seconds", seconds(fit.every()));
        json.put("blocks_seconds", seconds(fit.blocks()));
        json.put("goodput", fit.goodput());
        json.put("reaches", fit.reaches());
        json.put("reach", fit.reach());
        fit.age(now)
                .ifPresentOrElse(
                        days -> json.put("age_days", days), () -> json.putNull("age_days"));
        MonthlyCost.of(advice, fit, now)
                .ifPresentOrElse(it -> json.set("month", money(it)), () -> json.putNull("month"));
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

    private static <T extends Comparable<? super T>> ObjectNode estimate(
            Estimate<T> estimate, Function<T, Double> number) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("value", number.apply(estimate.value()));
        json.put("low", number.apply(estimate.low()));
        json.put("high", number.apply(estimate.high()));
        return json;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
