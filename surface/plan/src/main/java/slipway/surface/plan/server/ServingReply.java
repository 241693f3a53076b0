package slipway.surface.plan.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.catalog.Catalog;
import slipway.plan.money.PricingTerms;
import slipway.plan.serving.ReplicaMemory;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingPlan;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.ParetoChart;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.ShareBar;

/** A serving plan as the page shows it. Pure. */
final class ServingReply {

    private static final double NANO = 1e9;

    private final ServingPlan plan;
    private final TimeFormat timeFormat;
    private final Catalog catalog;

    ServingReply(ServingPlan plan, TimeFormat timeFormat, Catalog catalog) {
        this.plan = plan;
        this.timeFormat = timeFormat;
        this.catalog = catalog;
    }

    PlanPage.Reply reply() {
        return new PlanPage.Reply(
                "Serve it on %s: %s an hour."
                        .formatted(place(chosen()), Format.money(chosen().cost().hour().value())),
                "%s of %s, weights in %s, by %s. %s of their capacity is spare."
                        .formatted(
                                Format.count(chosen().replicas(), "replica"),
                                Format.accelerators(
                                        chosen().replica().accelerators(), chosen().offer().type()),
                                chosen().replica().formats().describe(),
                                plan.goal().bounds().framework(),
                                Format.percent(chosen().spareShare(plan.goal().demand()))),
                figures(),
                chart(),
                reasons(),
                "Chosen of %s: %s."
                        .formatted(Format.count(plan.consideredWays(), "way"), plan.reason()),
                List.of(memory()),
                costs(),
                grounds(),
                Optional.empty());
    }

    private ServingFleet chosen() {
        return plan.chosen();
    }

    private static String place(ServingFleet servingFleet) {
        return servingFleet.offer().terms() == PricingTerms.OWN
                ? "%d own %s"
                        .formatted(servingFleet.totalAccelerators(), servingFleet.offer().type())
                : servingFleet.name();
    }

    private List<KeyFigure> figures() {
        ServingFleet.Cost cost = chosen().cost();
        ServingGoal.LatencyGoal goal = plan.goal().latency();
        return List.of(
                new KeyFigure(
                        "First token, 95 of 100",
                        time(chosen().latency().ttftP95().value()),
                        "%s; goal %s"
                                .formatted(range(chosen().latency().ttftP95()), time(goal.ttft()))),
                new KeyFigure(
                        "Each further token",
                        time(chosen().latency().tpotP95().value()),
                        "%s; goal %s"
                                .formatted(range(chosen().latency().tpotP95()), time(goal.tpot()))),
                new KeyFigure(
                        "Cost an hour", Format.money(cost.hour().value()), money(cost.hour())),
                new KeyFigure(
                        "A million tokens",
                        Format.money(cost.millionTokens().value()),
                        money(cost.millionTokens())),
                new KeyFigure("A month", Format.money(cost.month().value()), money(cost.month())));
    }

    private static String money(Estimate<Money> cost) {
        return Format.range(cost.low(), cost.high(), Format::money);
    }

    private static String range(Estimate<Duration> time) {
        return Format.range(time.low(), time.high(), ServingReply::time);
    }

    private static String time(Duration time) {
        double seconds = time.toNanos() / NANO;
        return seconds < 1
                ? Format.number(seconds * 1_000, seconds < 0.1 ? 1 : 0) + " ms"
                : Format.number(seconds, 1) + " s";
    }

    private List<ServingFleet> all() {
        var all = new ArrayList<ServingFleet>();
        all.add(chosen());
        all.addAll(plan.alternatives());
        return all;
    }

    private Chart chart() {
        ServingGoal.LatencyGoal goal = plan.goal().latency();
        var frame =
                new ParetoLayout.Frame(
                        "Speed and cost",
                        "First token, 95 of 100",
                        ChartUnit.SECONDS,
                        Optional.of(
                                new ParetoChart.Limit(
                                        goal.ttft().toNanos() / NANO, "Goal " + time(goal.ttft()))),
                        "Cost an hour",
                        plan.goal()
                                .bounds()
                                .budget()
                                .map(
                                        it ->
                                                new ParetoChart.Limit(
                                                        TrainingReply.amount(it),
                                                        "Budget " + Format.money(it))),
                        chosen().cost().hour().value());
        List<ParetoLayout.Way> drawn = all().stream().map(this::drawn).toList();
        String words =
                "Time to the first token against cost for %s. %s is %s."
                        .formatted(
                                Format.count(drawn.size(), "way"), chosen().name(), plan.reason());
        return ParetoLayout.of(frame, drawn.getFirst(), drawn, words)
                .note("the cheapest of each type and size of weights");
    }

    private ParetoLayout.Way drawn(ServingFleet servingFleet) {
        Optional<ParetoChart.Intervals> sure =
                servingFleet.equals(chosen())
                        ? Optional.of(
                                new ParetoChart.Intervals(
                                        servingFleet
                                                .latency()
                                                .ttftP95()
                                                .map(it -> it.toNanos() / NANO),
                                        servingFleet.cost().hour().map(TrainingReply::amount)))
                        : Optional.empty();
        return new ParetoLayout.Way(
                servingFleet.name() + ", " + servingFleet.replica().formats().weights().word(),
                servingFleet.totalAccelerators() + " " + servingFleet.offer().type(),
                servingFleet.latency().ttftP95().value().toNanos() / NANO,
                TrainingReply.amount(servingFleet.cost().hour().value()),
                sure);
    }

    private List<PlanPage.Reason> reasons() {
        return plan.alternatives().stream()
                .map(
                        it ->
                                new PlanPage.Reason(
                                        place(it) + ", " + it.replica().formats().weights().word(),
                                        "costs %s more an hour; first token %s, each further %s."
                                                .formatted(
                                                        Format.money(
                                                                it.cost()
                                                                        .hour()
                                                                        .value()
                                                                        .minus(
                                                                                chosen().cost()
                                                                                        .hour()
                                                                                        .value())),
                                                        time(it.latency().ttftP95().value()),
                                                        time(it.latency().tpotP95().value()))))
                .toList();
    }

    private PlanPage.Cut memory() {
        ReplicaMemory replicaMemory = chosen().replica().memory();
        Bytes keys = replicaMemory.kvCacheOf(chosen().replica().concurrency());
        long left =
                replicaMemory.total().count()
                        - replicaMemory.weights().count()
                        - replicaMemory.software().count()
                        - keys.count();
        List<BreakdownBar.Part> parts =
                List.of(
                        part("Weights", replicaMemory.weights()),
                        part("Software", replicaMemory.software()),
                        part("Keys and values", keys));
        return new PlanPage.Cut(
                "memory",
                "Memory",
                "of one replica, with %s requests at once"
                        .formatted(Format.number(chosen().replica().concurrency(), 1)),
                new BreakdownBar(
                        "Memory",
                        parts,
                        left > 0
                                ? Optional.of(
                                        new BreakdownBar.Part(
                                                "Free",
                                                left,
                                                Format.bytes(new Bytes(left)) + " free"))
                                : Optional.empty()));
    }

    private static BreakdownBar.Part part(String name, Bytes size) {
        return new BreakdownBar.Part(name, size.count(), Format.bytes(size));
    }

    private PlanPage.Costs costs() {
        double whole =
                all().stream()
                        .mapToDouble(it -> TrainingReply.amount(it.cost().month().value()))
                        .max()
                        .orElse(1);
        return new PlanPage.Costs(
                "prices of the catalog of " + timeFormat.day(TrainingReply.day(catalog)),
                List.of("Accelerators", "An hour", "A million tokens"),
                "Of the dearest",
                new PlanPage.Tails("A month", "First token", "Each further"),
                all().stream().map(it -> cost(it, whole)).toList());
    }

    private PlanPage.Cost cost(ServingFleet servingFleet, double whole) {
        Money month = servingFleet.cost().month().value();
        return new PlanPage.Cost(
                servingFleet.offer().terms() == PricingTerms.OWN
                        ? "Own"
                        : servingFleet.offer().provider(),
                servingFleet.offer().terms().word()
                        + ", "
                        + servingFleet.replica().formats().weights().word(),
                List.of(
                        Format.accelerators(
                                servingFleet.totalAccelerators(), servingFleet.offer().type()),
                        Format.money(servingFleet.cost().hour().value()),
                        Format.money(servingFleet.cost().millionTokens().value())),
                Format.money(month),
                ShareBar.of(
                        Format.money(month) + " a month",
                        Math.min(1, TrainingReply.amount(month) / Math.max(1e-9, whole))),
                time(servingFleet.latency().ttftP95().value()),
                time(servingFleet.latency().tpotP95().value()),
                Optional.empty(),
                servingFleet.equals(chosen()),
                servingFleet.name());
    }

    private List<PlanPage.Ground> grounds() {
        var grounds = new ArrayList<PlanPage.Ground>();
        Set<Estimate.Ground> known = new LinkedHashSet<>(chosen().grounds());
        known.addAll(chosen().latency().ttftP95().grounds());
        known.addAll(chosen().cost().hour().grounds());
        known.forEach(
                it ->
                        grounds.add(
                                new PlanPage.Ground(
                                        TrainingReply.source(it.source()), it.sentence())));
        grounds.add(new PlanPage.Ground("Interval", "90 %, from the fit’s residuals"));
        grounds.add(new PlanPage.Ground("Price", chosen().offer().price().note()));
        return grounds;
    }
}
