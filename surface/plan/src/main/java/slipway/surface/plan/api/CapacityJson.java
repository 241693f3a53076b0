package slipway.surface.plan.api;

import java.util.Locale;
import slipway.base.Estimate.Ground;
import slipway.plan.capacity.CapacityGoal;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.capacity.CapacityPlan.Month;
import slipway.plan.capacity.CapacityPlan.Order;
import slipway.plan.capacity.CapacityPlan.RunsOut;
import slipway.plan.capacity.CapacityPlan.Way;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A capacity plan as JSON: money as text with all its digits, months as {@code 2027-02}. */
public final class CapacityJson {

    private CapacityJson() {}

    public static ObjectNode of(CapacityPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("today", plan.today().toString());
        question(json.putObject("question"), plan.goal());
        runsOut(json.putObject("runs_out"), plan.runsOut());
        ArrayNode months = json.putArray("months");
        plan.months().forEach(it -> months.add(month(it)));
        ArrayNode orders = json.putArray("orders");
        plan.orders().forEach(it -> orders.add(order(it)));
        json.put("added", plan.addedAccelerators());
        json.put("spare", plan.spareAccelerators());
        ArrayNode ways = json.putArray("ways");
        plan.ways().forEach(it -> ways.add(way(it)));
        plan.breakEven()
                .flatMap(it -> it.months())
                .ifPresentOrElse(
                        it -> json.set("even_after_months", EstimateJson.number(it)),
                        () -> json.putNull("even_after_months"));
        plan.budget()
                .ifPresentOrElse(
                        it -> budget(json.putObject("budget"), it), () -> json.putNull("budget"));
        ArrayNode grounds = json.putArray("rests_on");
        plan.goal().growth().perMonth().grounds().stream()
                .map(Ground::sentence)
                .forEach(grounds::add);
        return json;
    }

    private static void question(ObjectNode json, CapacityGoal capacityGoal) {
        json.put("type", capacityGoal.type());
        json.put("have", capacityGoal.owned());
        json.put("per_machine", capacityGoal.orders().perMachine());
        json.put("busy_on_average", capacityGoal.demand().average().orElse(null));
        json.put("busy_at_peak", capacityGoal.demand().peak().orElse(null));
        json.set("growth_per_month", EstimateJson.number(capacityGoal.growth().perMonth()));
        json.put("target", capacityGoal.target());
        json.put("months", capacityGoal.months());
        json.put("lead_days", capacityGoal.orders().leadTime().toDays());
        json.put("cover_months", capacityGoal.orders().coverMonths());
    }

    private static void runsOut(ObjectNode json, RunsOut runsOut) {
        json.put("index", runsOut.index().orElse(null));
        json.put("month", runsOut.month().map(Object::toString).orElse(null));
        json.put("earliest", runsOut.earliest().map(Object::toString).orElse(null));
        json.put("latest", runsOut.latest().map(Object::toString).orElse(null));
    }

    private static ObjectNode month(Month month) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("index", month.index());
        json.put("month", month.month().toString());
        json.set("busy", EstimateJson.number(month.busy()));
        ObjectNode needed = json.putObject("needed");
        needed.put("value", month.needed().value());
        needed.put("low", month.needed().low());
        needed.put("high", month.needed().high());
        json.put("there", month.available());
        json.put("missing", month.missing());
        json.put("in_use", month.utilization());
        return json;
    }

    private static ObjectNode order(Order order) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("by", order.orderBy().toString());
        json.put("needed_in", order.neededIn().toString());
        json.put("in_place", order.inPlace().toString());
        json.put("late_months", order.monthsLate());
        json.put("machines", order.machines());
        json.put("accelerators", order.accelerators());
        json.put("until", order.until().toString());
        return json;
    }

    private static ObjectNode way(Way way) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("having", way.acquisition().name().toLowerCase(Locale.ROOT));
        json.put("name", way.name());
        json.set("cost", EstimateJson.money(way.cost()));
        json.put("paid", EstimateJson.digits(way.cashOut()));
        json.set("per_hour", EstimateJson.money(way.perHour()));
        json.put("assumed", way.assumed());
        json.put("note", way.note());
        ArrayNode monthly = json.putArray("monthly");
        way.monthly().forEach(it -> monthly.add(EstimateJson.digits(it)));
        return json;
    }

    private static void budget(ObjectNode json, CapacityPlan.Budget budget) {
        json.put("budget", EstimateJson.digits(budget.budget()));
        json.put("way", budget.way().name());
        json.put("suffices", budget.suffices());
        json.put("until", budget.until().map(Object::toString).orElse(null));
    }
}
