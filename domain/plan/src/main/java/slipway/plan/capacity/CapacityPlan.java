package slipway.plan.capacity;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.OfferPricing;

/**
 * When what is there no longer suffices, what to add by then, and what that costs.
 *
 * @param today when it was asked
 * @param months today first, then month by month
 * @param orders what to add, the first first; empty where all suffices
 * @param ways to have what is added, the cheapest first; empty where nothing is added or nobody tells a price
 * @param even when buying has paid for itself, at the target's use; empty where it never does or nothing is known
 * @param budget whether it suffices; empty where none was given or nothing is added
 */
public record CapacityPlan(
        CapacityGoal question,
        LocalDate today,
        List<Month> months,
        RunsOut runsOut,
        List<Order> orders,
        List<Way> ways,
        Optional<OfferPricing.BreakEven> even,
        Optional<Budget> budget) {

    public CapacityPlan {
        months = List.copyOf(months);
        orders = List.copyOf(orders);
        ways = List.copyOf(ways);
    }

    /** All that is added. */
    public int added() {
        return orders.stream().mapToInt(Order::accelerators).sum();
    }

    /** What is not needed in the last month, if nothing is added. */
    public int spare() {
        return Math.max(0, question.have() - months.getLast().needed().value());
    }

    /**
     * @param index months after today
     * @param busy accelerators, on average; at the busiest where no average is known
     * @param needed so many are to be there, for the target and for the busiest hour
     * @param there with what was ordered in time
     * @param missing of what is there today, to be added or rented
     */
    public record Month(
            int index,
            YearMonth month,
            Estimate<Double> busy,
            Estimate<Integer> needed,
            int there,
            int missing) {

        /** The share of what is there that is busy; above 1 where more is wanted than there is. */
        public double utilisation() {
            return there == 0 ? (busy.value() > 0 ? 1 : 0) : busy.value() / there;
        }

        public boolean suffices() {
            return needed.value() <= there;
        }
    }

    /**
     * The first month in which more is needed than there is today. Each is empty where that is not within the months
     * asked about.
     *
     * @param earliest if it grows as fast as it may
     * @param latest if it grows as slowly as it may
     */
    public record RunsOut(
            Optional<Integer> index,
            Optional<YearMonth> month,
            Optional<YearMonth> earliest,
            Optional<YearMonth> latest) {}

    /**
     * @param neededIn the first month that it is for
     * @param inPlace the first month in which it works
     * @param by the last day on which to order; today where that is past
     * @param late months in which it is needed and not there yet
     * @param until it suffices to the end of this month
     */
    public record Order(
            YearMonth neededIn,
            YearMonth inPlace,
            LocalDate by,
            int late,
            int machines,
            int accelerators,
            YearMonth until) {

        public boolean isLate() {
            return late > 0;
        }
    }

    /** How added accelerators are had. */
    public enum Having {
        /** Rented, as many as each month needs. */
        RENTED,
        /** Under a commitment from the month in which they are needed. */
        RESERVED,
        /** Bought. */
        BOUGHT
    }

    /**
     * @param name from whom, on which terms
     * @param counted what these months cost: rent, or wear, power, space and people
     * @param paid what leaves the account within these months
     * @param monthly the same month by month, the month after today first
     * @param each what one costs for an hour
     * @param assumed whether nobody told what is paid for it, so that what is usual was taken
     * @param note where the price comes from, in words
     */
    public record Way(
            Having having,
            String name,
            Estimate<Money> counted,
            Money paid,
            List<Money> monthly,
            Estimate<Money> each,
            boolean assumed,
            String note) {

        public Way {
            monthly = List.copyOf(monthly);
        }
    }

    /**
     * @param way the one that is paid for: the cheapest
     * @param until the last month that it pays for; empty where not even the first is paid
     */
    public record Budget(Money budget, Way way, boolean suffices, Optional<YearMonth> until) {}
}
