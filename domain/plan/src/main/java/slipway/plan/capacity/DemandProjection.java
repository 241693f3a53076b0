package slipway.plan.capacity;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import slipway.plan.capacity.CapacityPlan.Order;

/** One projection of a demand: accelerators needed month by month, and the orders that cover them. */
final class DemandProjection {

    /** Tolerance of rounding errors in whole numbers. */
    private static final double ROUNDING = 1e-9;

    private final CapacityGoal capacityGoal;
    private final LocalDate today;
    private final List<Integer> needed;
    private final List<PlacedOrder> placedOrders = new ArrayList<>();

    /**
     * @param month the first month in which it works
     */
    private record PlacedOrder(int month, Order order) {}

    /**
     * @param rate growth per month
     */
    DemandProjection(CapacityGoal capacityGoal, LocalDate today, double rate) {
        this.capacityGoal = capacityGoal;
        this.today = today;
        DemandGrowth demandGrowth = capacityGoal.growth().atRate(rate);
        double now = capacityGoal.demand().needed(capacityGoal.target());
        this.needed =
                IntStream.rangeClosed(0, capacityGoal.months())
                        .mapToObj(it -> roundUp(demandGrowth.after(it, now).value()))
                        .toList();
        placeOrders();
    }

    private static int roundUp(double exact) {
        return (int) Math.ceil(exact * (1 - ROUNDING));
    }

    int needed(int month) {
        return needed.get(month);
    }

    List<Order> orders() {
        return placedOrders.stream().map(PlacedOrder::order).toList();
    }

    int available(int month) {
        return capacityGoal.owned()
                + placedOrders.stream()
                        .filter(it -> it.month <= month)
                        .mapToInt(it -> it.order.accelerators())
                        .sum();
    }

    YearMonth month(int index) {
        return YearMonth.from(today).plusMonths(index);
    }

    private void placeOrders() {
        int available = capacityGoal.owned();
        for (int month = 0; month <= capacityGoal.months(); month++) {
            if (needed(month) > available) {
                int at = Math.max(month, firstDeliveryMonth());
                int until =
                        Math.min(
                                capacityGoal.months(),
                                at + capacityGoal.orders().coverMonths() - 1);
                int wanted = IntStream.rangeClosed(month, until).map(this::needed).max().orElse(0);
                int machines = Math.ceilDiv(wanted - available, capacityGoal.orders().perMachine());
                int more = machines * capacityGoal.orders().perMachine();
                available += more;
                placedOrders.add(new PlacedOrder(at, placedOrders(month, at, until, machines)));
            }
        }
    }

    /** The first month in which an order of today works from its first day. */
    private int firstDeliveryMonth() {
        LocalDate ready = today.plusDays(capacityGoal.orders().leadTime().toDays());
        if (ready.equals(today)) {
            return 0;
        }
        long months = ChronoUnit.MONTHS.between(YearMonth.from(today), YearMonth.from(ready));
        return (int) (ready.getDayOfMonth() > 1 ? months + 1 : months);
    }

    private Order placedOrders(int month, int at, int until, int machines) {
        LocalDate needs = month == 0 ? today : month(month).atDay(1);
        LocalDate by = needs.minusDays(capacityGoal.orders().leadTime().toDays());
        return new Order(
                month(month),
                month(at),
                by.isBefore(today) ? today : by,
                at - month,
                machines,
                machines * capacityGoal.orders().perMachine(),
                month(until));
    }
}
