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

/** What to add by when, as the page shows it. Pure. */
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
                        ? "Nothing has to be added, or nobody tells a price."
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
                .map(it -> "%s no longer suffice in %s.".formatted(have(), words(it)))
                .orElse(
                        "%s suffice for all of these %s."
                                .formatted(have(), Format.count(plan.goal().months(), "month")));
    }

    private static String words(YearMonth month) {
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
                                                words(it.until())))
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
                        out.month().map(CapacityReply::words).orElse("not within these months"),
                        between(
                                out.earliest().map(CapacityReply::words).orElse("later"),
                                out.latest().map(CapacityReply::words).orElse("later"))));
        Optional<Order> first = plan.orders().stream().findFirst();
        figures.add(
                new KeyFigure(
                        "Order by",
                        first.map(it -> day(it.orderBy())).orElse("nothing to order"),
                        first.map(it -> "works from " + words(it.inPlace()))
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

    /** Growth that was said as one figure leaves no interval. */
    private static String between(String low, String high) {
        return low.equals(high) ? "if demand grows as said" : low + " to " + high;
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
        ChartSeries there =
                ChartSeries.of("There", ChartSeries.Role.MAIN, points(Month::available));
        Month first = plan.months().getFirst();
        Month last = plan.months().getLast();
        return Chart.of(
                        "capacity",
                        "Needed and there",
                        sentence(),
                        300,
                        LineChart.of(
                                ChartUnit.NUMBER,
                                new LineChart.X.Days(at(first), at(last)),
                                LineChart.Y.FROM_NOTHING,
                                List.of(needed, there)))
                .note(
                        "dashed is needed, with its interval; the line is there, with what is ordered");
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
                "of all that is added, over " + Format.count(plan.goal().months(), "month"),
                List.of("How"),
                "Of the dearest",
                new PlanPage.Tails("Counted", "Paid", "An hour"),
                plan.ways().stream().map(it -> cost(it, whole)).toList());
    }

    private PlanPage.Cost cost(Way way, double whole) {
        Money counted = way.cost().value();
        return new PlanPage.Cost(
                way.name(),
                way.assumed() ? "at what is usual" : "",
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
                new PlanPage.Ground("From order to work", Format.duration(plan.goal().leadTime())));
        plan.ways().stream()
                .map(Way::note)
                .distinct()
                .limit(3)
                .forEach(it -> grounds.add(new PlanPage.Ground("Price", it)));
        return grounds;
    }
}
