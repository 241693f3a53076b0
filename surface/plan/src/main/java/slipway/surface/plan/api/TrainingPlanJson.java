package slipway.surface.plan.api;

import java.time.Duration;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.plan.BuyOrRent;
import slipway.plan.DataLoading;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.SpotMix;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Bill;
import slipway.plan.money.OfferPricing;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.training.MemoryVerdict;
import slipway.plan.training.NetworkDemand;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A training plan as JSON: times in seconds, sizes in bytes, money as text with all its digits. */
public final class TrainingPlanJson {

    private TrainingPlanJson() {}

    public static ObjectNode of(TrainingPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("chosen", way(plan.chosen()));
        json.put("because", plan.reason());
        json.put("within_bounds", plan.withinBounds());
        step(json.putObject("step"), plan);
        memory(json.putObject("memory"), plan.chosen().prospect().configuration().verdict());
        network(json.putObject("network"), plan.step().network());
        storage(json.putObject("storage"), plan.chosen());
        failures(json.putObject("failures"), plan.chosen());
        plan.spotMix()
                .ifPresentOrElse(it -> json.set("mix", spotMix(it)), () -> json.putNull("mix"));
        ArrayNode own = json.putArray("own");
        plan.buyOrRent().forEach(it -> own.add(buyOrRent(it)));
        ArrayNode front = json.putArray("front");
        plan.ways().paretoFront().forEach(it -> front.add(way(it)));
        ArrayNode beside = json.putArray("beside");
        plan.ways().alternatives().forEach(it -> beside.add(way(it)));
        ArrayNode refused = json.putArray("refused");
        plan.ways()
                .rejected()
                .forEach(it -> refused.add(way(it.way()).put("because", it.reason())));
        json.put("considered", plan.ways().consideredSetUps());
        return json;
    }

    private static void step(ObjectNode json, TrainingPlan plan) {
        json.put("seconds", plan.seconds());
        json.put("tokens", plan.goal().task().tokensPerStep());
        json.put("of_peak", plan.step().mfu());
        ObjectNode parts = json.putObject("parts");
        plan.parts().forEach(it -> parts.put(it.what(), it.seconds()));
    }

    private static void memory(ObjectNode json, MemoryVerdict memoryVerdict) {
        json.put("fits", memoryVerdict.fits());
        json.put("sure", memoryVerdict.isCertain());
        json.set("peak", EstimateJson.bytes(memoryVerdict.peak()));
        json.put("room", memoryVerdict.usable().count());
        ObjectNode parts = json.putObject("parts");
        memoryVerdict
                .breakdown()
                .largestFirst()
                .forEach(it -> parts.put(it.what(), it.size().count()));
    }

    private static void network(ObjectNode json, NetworkDemand networkDemand) {
        json.put("needed", networkDemand.required().count());
        json.put("there", networkDemand.assumed().count());
        json.put("suffices", networkDemand.suffices());
        json.put("waiting", networkDemand.waitingShare());
    }

    private static void storage(ObjectNode json, Way chosen) {
        CheckpointAdvice checkpointAdvice = chosen.advice();
        json.put("checkpoint", checkpointAdvice.scenario().size().total().count());
        json.put("every_seconds", seconds(checkpointAdvice.interval().rounded()));
        json.put("blocks_seconds", seconds(checkpointAdvice.saveTime().blocking()));
        json.put("written_seconds", seconds(checkpointAdvice.saveTime().untilDurable()));
        json.put("write_needed", checkpointAdvice.storage().requiredSpeed().count());
        json.put("tier", checkpointAdvice.scenario().speed().map(it -> it.name()).orElse(null));
        json.put(
                "write",
                checkpointAdvice.scenario().speed().map(it -> it.write().count()).orElse(null));
        DataLoading dataLoading = chosen.dataLoading();
        json.put("read_needed", dataLoading.required().count());
        json.put("read", dataLoading.available().map(Bytes::count).orElse(null));
    }

    private static void failures(ObjectNode json, Way chosen) {
        CheckpointAdvice checkpointAdvice = chosen.advice();
        InterruptionRate rate = checkpointAdvice.interruptions();
        json.set("expected", EstimateJson.number(rate.expectedWithin(chosen.time().value())));
        ObjectNode perDay = json.putObject("per_day");
        perDay.set("hardware", EstimateJson.number(rate.hardware()));
        perDay.set("software", EstimateJson.number(rate.software()));
        perDay.set("spot", EstimateJson.number(rate.spot()));
        json.set("goodput", EstimateJson.number(checkpointAdvice.goodput()));
        ObjectNode shares = json.putObject("shares");
        shares.put("useful", checkpointAdvice.shares().useful());
        shares.put("saving", checkpointAdvice.shares().saving());
        shares.put("again", checkpointAdvice.shares().redone());
        shares.put("down", checkpointAdvice.shares().downtime());
    }

    private static ObjectNode spotMix(SpotMix spotMix) {
        ObjectNode json = mix(spotMix.mix());
        json.put("spot", spotMix.spot().name());
        json.put("on_demand", spotMix.onDemand().name());
        json.put("spot_there", spotMix.spotAvailability());
        return json;
    }

    public static ObjectNode mix(TermsMix termsMix) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("cost", EstimateJson.money(termsMix.cost()));
        json.set("all_on_demand", EstimateJson.money(termsMix.onDemand()));
        json.put("saving", termsMix.saving());
        ArrayNode parts = json.putArray("parts");
        for (TermsMix.Part it : termsMix.parts()) {
            ObjectNode part = parts.addObject();
            part.put("terms", it.terms().word());
            part.put("hours", it.hours());
            part.set("cost", EstimateJson.money(it.cost()));
            part.put("because", it.reason());
        }
        return json;
    }

    private static ObjectNode buyOrRent(BuyOrRent buyOrRent) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", buyOrRent.name());
        json.put("type", buyOrRent.type());
        json.put("assumed", buyOrRent.assumed());
        json.put("per_hour", EstimateJson.digits(buyOrRent.perHour()));
        json.put("rent", buyOrRent.rental().name());
        json.set("rent_per_hour", EstimateJson.money(buyOrRent.rental().price().perHour()));
        json.set("from_use", EstimateJson.number(buyOrRent.breakEvenFullyUsed().utilization()));
        months(json, "months_in_full_use", buyOrRent.breakEvenFullyUsed());
        json.put("use_of_one_run_a_month", buyOrRent.utilization());
        months(json, "months_with_one_run_a_month", buyOrRent.breakEven());
        return json;
    }

    private static void months(ObjectNode json, String name, OfferPricing.BreakEven breakEven) {
        breakEven
                .months()
                .ifPresentOrElse(
                        it -> json.set(name, EstimateJson.number(it)), () -> json.putNull(name));
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
        setUp.put("words", way.prospect().configuration().describe());
        way.prospect().configuration().parameters().forEach(setUp::put);
        json.put("tokens_per_second_per_accelerator", way.prospect().rate().value().perSecond());
        json.set("seconds", time(way.time()));
        json.set("cost", EstimateJson.money(way.cost()));
        bill(json.putArray("bill"), way.bill());
        ArrayNode grounds = json.putArray("rests_on");
        way.cost().grounds().forEach(it -> grounds.add(it.sentence()));
        return json;
    }

    private static void bill(ArrayNode lines, Bill bill) {
        for (Bill.Line it : bill.lines()) {
            ObjectNode line = lines.addObject();
            line.put("what", it.category().word());
            line.set("amount", EstimateJson.money(it.amount()));
            line.put("note", it.note());
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    private static ObjectNode time(Estimate<Duration> time) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("value", time.value().toSeconds());
        json.put("low", time.low().toSeconds());
        json.put("high", time.high().toSeconds());
        return json;
    }
}
