package slipway.surface.plan.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Bill;
import slipway.surface.web.component.ShareBar;

/**
 * The costs of training by place, as the page shows them. Pure.
 *
 * @param done when a way would end
 */
record TrainingCosts(TrainingPlan plan, TimeFormat times, Function<Way, Instant> done) {

    /** At the prices of this catalog. */
    PlanPage.Costs of(Catalog catalog) {
        Optional<Money> budget = plan.goal().budget();
        var ways = new ArrayList<>(plan.ways().alternatives());
        ways.addFirst(plan.chosen());
        double whole =
                budget.map(TrainingReply::amount)
                        .orElseGet(
                                () ->
                                        ways.stream()
                                                .mapToDouble(
                                                        it ->
                                                                TrainingReply.amount(
                                                                        it.cost().value()))
                                                .max()
                                                .orElse(1));
        return new PlanPage.Costs(
                "prices of the catalog of " + times.day(TrainingReply.day(catalog)),
                List.of("Accelerators", "For them", "Storage, egress"),
                budget.isPresent() ? "Of the budget" : "Of the dearest",
                new PlanPage.Tails("Total", "Time", "Done"),
                ways.stream().map(it -> cost(it, whole, budget)).toList());
    }

    private PlanPage.Cost cost(Way way, double whole, Optional<Money> budget) {
        Map<Boolean, Money> sums = new LinkedHashMap<>();
        way.bill()
                .lines()
                .forEach(
                        it ->
                                sums.merge(
                                        it.category() == Bill.Category.ACCELERATORS,
                                        it.amount().value(),
                                        Money::plus));
        Money none = Money.zero(way.cost().value().currency());
        Money total = way.cost().value();
        String words =
                budget.map(
                                it ->
                                        "%s of the budget of %s"
                                                .formatted(Format.money(total), Format.money(it)))
                        .orElse(Format.money(total));
        Optional<Duration> late =
                plan.goal()
                        .deadline()
                        .map(it -> Duration.between(times.now().plus(it), done.apply(way)))
                        .filter(Duration::isPositive);
        return new PlanPage.Cost(
                TrainingReply.isOwn(way) ? "Own" : way.offer().provider(),
                TrainingReply.isOwn(way)
                        ? way.offer().machine().orElse("this cluster")
                        : way.offer().terms().word(),
                List.of(
                        Format.accelerators(way.accelerators(), way.offer().type()),
                        Format.money(sums.getOrDefault(true, none)),
                        Format.money(sums.getOrDefault(false, none))),
                Format.money(total),
                ShareBar.of(
                        words, Math.min(1, TrainingReply.amount(total) / Math.max(1e-9, whole))),
                Format.duration(way.time().value()),
                times.time(done.apply(way)),
                late.map(it -> Format.duration(it) + " late"),
                way.equals(plan.chosen()),
                way.name());
    }
}
