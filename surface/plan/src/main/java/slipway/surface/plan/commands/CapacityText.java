package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.text.Format;
import slipway.plan.capacity.CapacityGoal;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.capacity.CapacityPlan.Month;
import slipway.plan.capacity.CapacityPlan.Order;
import slipway.plan.capacity.CapacityPlan.Way;
import slipway.plan.capacity.DemandGrowth;
import slipway.plan.money.OfferPricing;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;

/** Prints a capacity plan: the answer, the reasons, then the months. */
final class CapacityText {

    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };

    /** With more months the table shows quarters. */
    private static final int MAX_MONTHS = 24;

    private final Terminal terminal;

    CapacityText(Terminal terminal) {
        this.terminal = terminal;
    }

    void say(CapacityPlan plan) {
        terminal.say(answer(plan));
        FactList factList = FactList.of().with("demand", demand(plan.goal()));
        factList.with("runs out", runsOut(plan));
        int number = 1;
        for (Order order : plan.orders()) {
            factList.with(
                    plan.orders().size() == 1 ? "order" : "order " + number++, order(plan, order));
        }
        plan.ways().forEach(it -> factList.with(label(it), way(it)));
        factList.with("even", plan.breakEven().map(it -> breakEven(plan.goal(), it)));
        factList.with("budget", plan.budget().map(CapacityText::budget));
        factList.with("rests on", grounds(plan));
        terminal.show(factList);
        terminal.say("");
        table(plan);
        terminal.say(next(plan));
    }

    private static String answer(CapacityPlan plan) {
        CapacityGoal capacityGoal = plan.goal();
        String have = Format.accelerators(capacityGoal.owned(), capacityGoal.type());
        if (plan.orders().isEmpty()) {
            return plan.runsOut().earliest().isPresent()
                    ? "%s probably suffice until %s; they run out in %s if demand grows at the upper end."
                            .formatted(
                                    have,
                                    month(plan.months().getLast().month()),
                                    month(plan.runsOut().earliest().get()))
                    : "%s suffice until %s%s."
                            .formatted(have, month(plan.months().getLast().month()), spare(plan));
        }
        Order first = plan.orders().getFirst();
        String when =
                plan.runsOut().index().orElse(0) == 0
                        ? "%s do not suffice today".formatted(have)
                        : "%s run out in %s%s"
                                .formatted(have, month(first.neededIn()), interval(plan));
        String order =
                first.isLate()
                        ? "Order %s more today: they come %s late"
                                .formatted(
                                        Format.count(first.accelerators()),
                                        Format.count(first.monthsLate(), "month"))
                        : "Order %s more by %s"
                                .formatted(
                                        Format.count(first.accelerators()), day(first.orderBy()));
        return "%s. %s%s.".formatted(when, order, cost(plan));
    }

    private static String spare(CapacityPlan plan) {
        return plan.spareAccelerators() == 0
                ? ""
                : ", and %s are spare then".formatted(Format.count(plan.spareAccelerators()));
    }

    /** Empty where growth is one number. */
    private static String interval(CapacityPlan plan) {
        if (!plan.goal().growth().isRange()) {
            return "";
        }
        String earliest = plan.runsOut().earliest().map(CapacityText::month).orElse("later");
        return plan.runsOut()
                .latest()
                .map(it -> " (%s to %s)".formatted(earliest, month(it)))
                .orElse(" (%s, or not until %s)".formatted(earliest, end(plan)));
    }

    private static String end(CapacityPlan plan) {
        return month(plan.months().getLast().month());
    }

    private static String cost(CapacityPlan plan) {
        return plan.ways().stream()
                .findFirst()
                .map(
                        it ->
                                "; the cheapest until %s is %s, for %s"
                                        .formatted(
                                                end(plan),
                                                acquisition(it),
                                                Format.estimate(it.cost(), Format::money)))
                .orElse("; the cost is unknown, because the catalog has no price");
    }

    private static String acquisition(Way way) {
        return switch (way.acquisition()) {
            case RENTED, RESERVED -> "to rent them at " + way.name();
            case BOUGHT -> "to buy them and keep them for their service life";
        };
    }

    private static String demand(CapacityGoal capacityGoal) {
        String average =
                capacityGoal
                        .demand()
                        .average()
                        .map(it -> "%s busy on average".formatted(Format.number(it)))
                        .orElse("");
        String peak =
                capacityGoal
                        .demand()
                        .peak()
                        .map(it -> "%s at the peak".formatted(Format.number(it)))
                        .orElse("");
        String both = average.isEmpty() || peak.isEmpty() ? average + peak : average + ", " + peak;
        return "%s; %s a month; at most %s of the accelerators may be busy on average"
                .formatted(
                        both, growth(capacityGoal.growth()), Format.percent(capacityGoal.target()));
    }

    private static String growth(DemandGrowth demandGrowth) {
        return demandGrowth.isRange()
                ? Format.estimate(demandGrowth.perMonth(), Format::change)
                : Format.change(demandGrowth.perMonth().value());
    }

    private static Optional<String> runsOut(CapacityPlan plan) {
        int have = plan.goal().owned();
        return plan.months().stream()
                .filter(it -> it.needed().value() > have)
                .findFirst()
                .map(
                        it ->
                                "%s: %s needed for %s busy, %s available"
                                        .formatted(
                                                it.index() == 0 ? "today" : month(it.month()),
                                                Format.count(it.needed().value()),
                                                Format.number(round(it.busy().value())),
                                                Format.count(have)));
    }

    private static String order(CapacityPlan plan, Order order) {
        String what =
                "%s (%s) by %s"
                        .formatted(
                                Format.accelerators(order.accelerators(), plan.goal().type()),
                                Format.count(order.machines(), "machine"),
                                order.isLate() ? "today" : day(order.orderBy()));
        String when =
                order.isLate()
                        ? "in place in %s, %s after they are needed: rent until then"
                                .formatted(
                                        month(order.inPlace()),
                                        Format.count(order.monthsLate(), "month"))
                        : "in place in %s".formatted(month(order.inPlace()));
        return "%s, %s; suffices until %s".formatted(what, when, month(order.until()));
    }

    private static String label(Way way) {
        return switch (way.acquisition()) {
            case RENTED -> "rent";
            case RESERVED -> "reserve";
            case BOUGHT -> "buy";
        };
    }

    private static String way(Way way) {
        String paid =
                way.acquisition() == CapacityPlan.Acquisition.BOUGHT
                        ? "; %s leave the account".formatted(Format.money(way.cashOut()))
                        : "";
        return "%s%s: %s at %s each, %s%s"
                .formatted(
                        Format.estimate(way.cost(), Format::money),
                        paid,
                        way.name(),
                        Format.perHour(way.perHour().value()),
                        way.note(),
                        way.assumed() ? ", assumed: set yours in own.txt" : "");
    }

    private static String breakEven(CapacityGoal capacityGoal, OfferPricing.BreakEven breakEven) {
        return breakEven
                .months()
                .map(
                        it ->
                                "bought pays for itself after %s months at %s use"
                                        .formatted(
                                                Format.estimate(
                                                        it, months -> Format.number(round(months))),
                                                Format.percent(capacityGoal.target())))
                .orElse(
                        "bought never pays for itself at %s use"
                                .formatted(Format.percent(capacityGoal.target())));
    }

    private static String budget(CapacityPlan.Budget budget) {
        return budget.suffices()
                ? "%s suffice for %s".formatted(Format.money(budget.budget()), budget.way().name())
                : budget.until()
                        .map(
                                it ->
                                        "%s pay for %s until %s only"
                                                .formatted(
                                                        Format.money(budget.budget()),
                                                        budget.way().name(),
                                                        month(it)))
                        .orElse(
                                "%s do not pay for the first month of %s"
                                        .formatted(
                                                Format.money(budget.budget()),
                                                budget.way().name()));
    }

    private static String grounds(CapacityPlan plan) {
        List<Ground> growth = plan.goal().growth().perMonth().grounds();
        return Format.list(growth.stream().map(Ground::sentence).toList());
    }

    private void table(CapacityPlan plan) {
        TextTable textTable =
                TextTable.of(
                        text("MONTH"),
                        number("BUSY"),
                        number("NEEDED"),
                        number("AVAILABLE"),
                        number("IN USE"),
                        text("REMARK"));
        int step = plan.months().size() > MAX_MONTHS + 1 ? 3 : 1;
        plan.months().stream()
                .filter(it -> it.index() % step == 0 || !remark(plan, it).isEmpty())
                .forEach(
                        it ->
                                textTable.row(
                                        it.index() == 0 ? "today" : month(it.month()),
                                        Format.number(round(it.busy().value())),
                                        needed(it.needed()),
                                        Format.count(it.available()),
                                        Format.percent(round(it.utilization() * 100) / 100),
                                        remark(plan, it)));
        terminal.show(textTable);
    }

    private static String needed(Estimate<Integer> needed) {
        return needed.low().equals(needed.high())
                ? Format.count(needed.value())
                : Format.estimate(needed, it -> Format.count(it));
    }

    private static String remark(CapacityPlan plan, Month month) {
        String added =
                plan.orders().stream()
                        .filter(it -> it.inPlace().equals(month.month()) && month.index() > 0)
                        .findFirst()
                        .map(it -> "+" + Format.count(it.accelerators()))
                        .orElse("");
        String missing =
                month.suffices()
                        ? ""
                        : Format.count(month.needed().value() - month.available()) + " too few";
        return added.isEmpty() || missing.isEmpty() ? added + missing : added + ", " + missing;
    }

    private static String next(CapacityPlan plan) {
        return plan.orders().isEmpty()
                ? "For another growth: --growth 5%..12%. For a program: --json"
                : "Compare providers: slipway plan compare --accelerators %s. Mix terms: slipway plan mix --help"
                        .formatted(plan.goal().type());
    }

    /** Rounds to a tenth. */
    private static double round(double number) {
        return Math.rint(number * 10) / 10;
    }

    /** {@code Feb 2027}. */
    static String month(YearMonth month) {
        return MONTHS[month.getMonthValue() - 1] + " " + month.getYear();
    }

    /** {@code 18 Nov 2026}. */
    static String day(LocalDate day) {
        return day.getDayOfMonth() + " " + month(YearMonth.from(day));
    }
}
