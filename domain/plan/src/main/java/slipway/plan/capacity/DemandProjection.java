package slipway.plan.capacity;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import slipway.plan.capacity.CapacityPlan.Order;

/** One course that a demand takes: what is needed month by month, and what is ordered because of it. */
final class DemandProjection {

    /** What is a whole number but for rounding is that number. */
    private static final double ROUNDING = 1e-9;

    private final CapacityGoal capacityGoal;
    private final LocalDate today;
    private final List<Integer> needed;
    private final List<Placed> placed = new ArrayList<>();

    /**
     * @param month the first in which it works
     */
    private record Placed(int month, Order order) {}

    /**
     * @param rate growth a month
     */
    DemandProjection(CapacityGoal capacityGoal, LocalDate today, double rate) {
        this.capacityGoal = capacityGoal;
        this.today = today;
        DemandGrowth demandGrowth = capacityGoal.growth().only(rate);
        double now = capacityGoal.demand().needed(capacityGoal.target());
        this.needed =
                IntStream.rangeClosed(0, capacityGoal.months())
                        .mapToObj(it -> up(demandGrowth.after(it, now).value()))
                        .toList();
        order();
    }

    private static int up(double exact) {
        return (int) Math.ceil(exact * (1 - ROUNDING));
    }

    int needed(int month) {
        return needed.get(month);
    }

    List<Order> orders() {
        return placed.stream().map(Placed::order).toList();
    }

    int there(int month) {
        return capacityGoal.have()
                + placed.stream()
                        .filter(it -> it.month <= month)
                        .mapToInt(it -> it.order.accelerators())
                        .sum();
    }

    /** Of an order that is there from this month on. */
    List<Integer> placedIn(int month) {
        return placed.stream()
                .filter(it -> it.month == month)
                .map(it -> it.order.accelerators())
                .toList();
    }

    YearMonth month(int index) {
        return YearMonth.from(today).plusMonths(index);
    }

    private void order() {
        int there = capacityGoal.have();
        for (int month = 0; month <= capacityGoal.months(); month++) {
            if (needed(month) > there) {
                int at = Math.max(month, soonest());
                int until = Math.min(capacityGoal.months(), at + capacityGoal.cover() - 1);
                int wanted = IntStream.rangeClosed(month, until).map(this::needed).max().orElse(0);
                int machines = Math.ceilDiv(wanted - there, capacityGoal.perMachine());
                int more = machines * capacityGoal.perMachine();
                there += more;
                placed.add(new Placed(at, placed(month, at, until, machines)));
            }
        }
    }

    /** The first month in which an order of today works from its first day on. */
    private int soonest() {
        LocalDate ready = today.plusDays(capacityGoal.lead().toDays());
        if (ready.equals(today)) {
            return 0;
        }
        long months = ChronoUnit.MONTHS.between(YearMonth.from(today), YearMonth.from(ready));
        return (int) (ready.getDayOfMonth() > 1 ? months + 1 : months);
    }

    private Order placed(int month, int at, int until, int machines) {
        LocalDate needs = month == 0 ? today : month(month).atDay(1);
        LocalDate by = needs.minusDays(capacityGoal.lead().toDays());
        return new Order(
                month(month),
                month(at),
                by.isBefore(today) ? today : by,
                at - month,
                machines,
                machines * capacityGoal.perMachine(),
                month(until));
    }
}
