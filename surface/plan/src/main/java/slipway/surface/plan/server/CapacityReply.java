package slipway.surface.plan.server;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.capacity.CapacityPlan.Month;
import slipway.plan.capacity.CapacityPlan.Order;
import slipway.plan.capacity.CapacityPlan.Way;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartPoint;
import slipway.surface.web.chart.ChartSeries;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.LineChart;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.ShareBar;

/** A capacity plan as the page shows it. Pure. */
final class CapacityReply {

    private final CapacityPlan plan;
    private final TimeFormat timeFormat;

    CapacityReply(CapacityPlan plan, TimeFormat timeFormat) {
        this.plan = plan;
        this.timeFormat = timeFormat;
    }

    PlanPage.Reply reply() {
        return new PlanPage.Reply(
                sentence(),
                lede(),
                figures(),
                chart(),
                reasons(),
                plan.ways().isEmpty()
                        ? "Nothing has to be added, or no price is known."
                        : "Shown first: the cheapest over these months.",
                List.of(),
                costs(),
                grounds(),
                Optional.empty());
    }

    private String type() {
        return plan.goal().type();
    }

    private String have() {
        return Format.accelerators(plan.goal().owned(), type());
    }

    private String sentence() {
        return plan.runsOut()
                .month()
                .map(it -> "%s no longer suffice in %s.".formatted(have(), monthName(it)))
                .orElse(
                        "%s suffice for all of these %s."
                                .formatted(have(), Format.count(plan.goal().months(), "month")));
    }

    private static String monthName(YearMonth month) {
        return month.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH)
                + " "
                + month.getYear();
    }

    private String lede() {
        return plan.orders().stream()
                .findFirst()
                .map(
                        it ->
                                "Order %s by %s%s: it suffices until %s."
                                        .formatted(
                                                Format.accelerators(it.accelerators(), type()),
                                                day(it.orderBy()),
                                                it.isLate()
                                                        ? ", which is %s late"
                                                                .formatted(
                                                                        Format.count(
                                                                                it.monthsLate(),
                                                                                "month"))
                                                        : "",
                                                monthName(it.until())))
                .orElse(
                        "In the last month %s would still be spare."
                                .formatted(Format.accelerators(plan.spareAccelerators(), type())));
    }

    private String day(LocalDate date) {
        return timeFormat.day(date.atStartOfDay(ZoneOffset.UTC).toInstant()) + " " + date.getYear();
    }

    private List<KeyFigure> figures() {
        var figures = new ArrayList<KeyFigure>();
        CapacityPlan.RunsOut out = plan.runsOut();
        figures.add(
                new KeyFigure(
                        "Runs out",
                        out.month().map(CapacityReply::monthName).orElse("not within these months"),
                        between(
                                out.earliest().map(CapacityReply::monthName).orElse("later"),
                                out.latest().map(CapacityReply::monthName).orElse("later"))));
        Optional<Order> first = plan.orders().stream().findFirst();
        figures.add(
                new KeyFigure(
                        "Order by",
                        first.map(it -> day(it.orderBy())).orElse("nothing to order"),
                        first.map(it -> "works from " + monthName(it.inPlace()))
                                .orElse("all suffices")));
        figures.add(
                new KeyFigure(
                        "To add",
                        Format.accelerators(plan.addedAccelerators(), type()),
                        Format.count(plan.orders().size(), "order")));
        Month last = plan.months().getLast();
        figures.add(
                new KeyFigure(
                        "Needed at the end",
                        Format.count(last.needed().value()),
                        between(
                                Format.count(last.needed().low()),
                                Format.count(last.needed().high()))));
        plan.ways().stream()
                .findFirst()
                .ifPresent(
                        it ->
                                figures.add(
                                        new KeyFigure(
                                                "Costs",
                                                Format.money(it.cost().value()),
                                                between(
                                                        Format.money(it.cost().low()),
                                                        Format.money(it.cost().high())))));
        return figures;
    }

    /** Growth that is one number has no interval. */
    private static String between(String low, String high) {
        return low.equals(high) ? "at the stated growth" : low + " to " + high;
    }

    private static Instant at(Month month) {
        return month.month().atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private List<ChartPoint> points(ToDoubleFunction<Month> value) {
        return plan.months().stream()
                .map(it -> ChartPoint.at(at(it), value.applyAsDouble(it)))
                .toList();
    }

    private Chart chart() {
        ChartSeries needed =
                ChartSeries.of(
                                "Needed",
                                ChartSeries.Role.FORECAST,
                                points(it -> it.needed().value()))
                        .between(points(it -> it.needed().low()), points(it -> it.needed().high()));
        ChartSeries available =
                ChartSeries.of("Available", ChartSeries.Role.MAIN, points(Month::available));
        Month first = plan.months().getFirst();
        Month last = plan.months().getLast();
        return Chart.of(
                        "capacity",
                        "Needed and available",
                        sentence(),
                        300,
                        LineChart.of(
                                ChartUnit.NUMBER,
                                new LineChart.X.Days(at(first), at(last)),
                                LineChart.Y.FROM_ZERO,
                                List.of(needed, available)))
                .note("dashed: needed, with its interval; solid: available, with the orders");
    }

    private List<PlanPage.Reason> reasons() {
        Optional<Way> cheapest = plan.ways().stream().findFirst();
        return plan.ways().stream()
                .skip(1)
                .map(
                        it ->
                                new PlanPage.Reason(
                                        it.name(),
                                        "costs %s more over these months."
                                                .formatted(
                                                        Format.money(
                                                                it.cost()
                                                                        .value()
                                                                        .minus(
                                                                                cheapest.orElseThrow()
                                                                                        .cost()
                                                                                        .value())))))
                .toList();
    }

    private PlanPage.Costs costs() {
        double whole =
                plan.ways().stream()
                        .mapToDouble(it -> TrainingReply.amount(it.cost().value()))
                        .max()
                        .orElse(1);
        return new PlanPage.Costs(
                "of all additions, over " + Format.count(plan.goal().months(), "month"),
                List.of("How"),
                "Of the dearest",
                new PlanPage.Tails("Counted", "Paid", "An hour"),
                plan.ways().stream().map(it -> cost(it, whole)).toList());
    }

    private PlanPage.Cost cost(Way way, double whole) {
        Money counted = way.cost().value();
        return new PlanPage.Cost(
                way.name(),
                way.assumed() ? "at a typical price" : "",
                List.of(way.acquisition().name().toLowerCase(Locale.ROOT)),
                Format.money(counted),
                ShareBar.of(
                        Format.money(counted),
                        Math.min(1, TrainingReply.amount(counted) / Math.max(1e-9, whole))),
                Format.money(way.cashOut()),
                Format.money(way.perHour().value()),
                Optional.empty(),
                way.equals(plan.ways().getFirst()),
                way.note());
    }

    private List<PlanPage.Ground> grounds() {
        var grounds = new ArrayList<PlanPage.Ground>();
        plan.goal()
                .growth()
                .perMonth()
                .grounds()
                .forEach(
                        it ->
                                grounds.add(
                                        new PlanPage.Ground(
                                                TrainingReply.source(it.source()), it.sentence())));
        grounds.add(
                new PlanPage.Ground(
                        "Target", Format.percent(plan.goal().target()) + " busy on average"));
        grounds.add(
                new PlanPage.Ground("Lead time", Format.duration(plan.goal().orders().leadTime())));
        plan.ways().stream()
                .map(Way::note)
                .distinct()
                .limit(3)
                .forEach(it -> grounds.add(new PlanPage.Ground("Price", it)));
        return grounds;
    }
}
