package slipway.plan.capacity;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.OfferPricing;

/**
 * A capacity plan: when the capacity runs out, what to order by when, and its cost.
 *
 * @param today the day of the plan
 * @param months today, then month by month
 * @param orders orders in time; empty where the capacity suffices
 * @param ways ways to acquire the orders, the cheapest first; empty without orders or known prices
 * @param breakEven the break-even of buying at the target utilization; empty where it is unknown
 * @param budget whether the budget suffices; empty without budget or orders
 */
public record CapacityPlan(
        CapacityGoal goal,
        LocalDate today,
        List<Month> months,
        RunsOut runsOut,
        List<Order> orders,
        List<Way> ways,
        Optional<OfferPricing.BreakEven> breakEven,
        Optional<Budget> budget) {

    public CapacityPlan {
        months = List.copyOf(months);
        orders = List.copyOf(orders);
        ways = List.copyOf(ways);
    }

    /** All ordered accelerators. */
    public int addedAccelerators() {
        return orders.stream().mapToInt(Order::accelerators).sum();
    }

    /** Accelerators that are not needed in the last month without orders. */
    public int spareAccelerators() {
        return Math.max(0, goal.owned() - months.getLast().needed().value());
    }

    /**
     * @param index months after today
     * @param busy accelerators in use: the mean, else the peak
     * @param needed accelerators that the target and the peak require
     * @param available accelerators that exist, with delivered orders
     * @param missing accelerators missing without orders
     */
    public record Month(
            int index,
            YearMonth month,
            Estimate<Double> busy,
            Estimate<Integer> needed,
            int available,
            int missing) {

        /** The utilization; above 1 where the demand exceeds the capacity. */
        public double utilization() {
            return available == 0 ? (busy.value() > 0 ? 1 : 0) : busy.value() / available;
        }

        public boolean suffices() {
            return needed.value() <= available;
        }
    }

    /**
     * The month in which the demand exceeds today's capacity. Each value is empty if that is beyond the horizon.
     *
     * @param earliest with the highest growth
     * @param latest with the lowest growth
     */
    public record RunsOut(
            Optional<Integer> index,
            Optional<YearMonth> month,
            Optional<YearMonth> earliest,
            Optional<YearMonth> latest) {}

    /**
     * @param neededIn the first month of need
     * @param inPlace the first month in which it works
     * @param orderBy the last day to order; today where that has passed
     * @param monthsLate months of need before delivery
     * @param until the last month that it covers
     */
    public record Order(
            YearMonth neededIn,
            YearMonth inPlace,
            LocalDate orderBy,
            int monthsLate,
            int machines,
            int accelerators,
            YearMonth until) {

        public boolean isLate() {
            return monthsLate > 0;
        }
    }

    /** Ways to acquire accelerators. */
    public enum Acquisition {
        /** Rented on demand, as many as each month needs. */
        RENTED,
        /** Reserved under a commitment from the month of need. */
        RESERVED,
        /** Bought. */
        BOUGHT
    }

    /**
     * @param name provider and terms
     * @param cost cost of the months: rent, or depreciation, power, space and staff
     * @param cashOut payments within these months
     * @param monthly payments month by month, the month after today first
     * @param perHour cost of one accelerator for an hour
     * @param assumed whether the user stated no cost, so that the typical one is assumed
     * @param note source of the price
     */
    public record Way(
            Acquisition acquisition,
            String name,
            Estimate<Money> cost,
            Money cashOut,
            List<Money> monthly,
            Estimate<Money> perHour,
            boolean assumed,
            String note) {

        public Way {
            monthly = List.copyOf(monthly);
        }
    }

    /**
     * @param way the cheapest way, which the budget pays for
     * @param until the last month that it pays for; empty if it does not pay for the first
     */
    public record Budget(Money budget, Way way, boolean suffices, Optional<YearMonth> until) {}
}
