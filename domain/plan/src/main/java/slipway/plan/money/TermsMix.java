package slipway.plan.money;

import java.util.Currency;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;

/**
 * The cheapest mix of terms.
 *
 * @param parts what is bought on which terms; reserved accelerators come first
 * @param cost the cost of all parts
 * @param onDemand the cost of all of it on demand
 */
public record TermsMix(List<Part> parts, Estimate<Money> cost, Estimate<Money> onDemand) {

    static TermsMix of(List<Part> parts, Estimate<Money> onDemand) {
        Currency currency = parts.getFirst().cost().value().currency();
        Estimate<Money> cost =
                IntervalArithmetic.sum(parts.stream().map(Part::cost).toList(), currency);
        return new TermsMix(parts, cost, onDemand);
    }

    /**
     * @param hours accelerator-hours, with repeated work
     * @param reason the reason for these terms, with numbers
     */
    public record Part(PricingTerms terms, double hours, Estimate<Money> cost, String reason) {}

    /**
     * Prices of one accelerator for an hour.
     *
     * @param spot the spot market with its interruptions
     */
    public record Market(
            Estimate<Money> onDemand, Optional<Estimate<Money>> reserved, Optional<Spot> spot) {}

    /**
     * @param price price of one accelerator for an hour
     * @param availability the share of the time in which spot is available; otherwise work waits or runs on demand
     * @param goodput the share of the time that is useful work, after saves and interruptions
     * @param steadyGoodput the goodput on terms without reclaims
     */
    public record Spot(
            Estimate<Money> price, double availability, double goodput, double steadyGoodput) {

        /**
         * The default availability. No provider publishes it; reports of people who watched a few regions for weeks
         * range from a fifth of the time to nearly all of it.
         */
        public static final double DEFAULT_AVAILABILITY = 0.8;

        public Spot {
            if (!(availability > 0 && availability <= 1)
                    || !(goodput > 0 && goodput <= steadyGoodput && steadyGoodput <= 1)) {
                throw new IllegalArgumentException(
                        "Shares are above 0 and at most 1: %s, %s, %s"
                                .formatted(availability, goodput, steadyGoodput));
            }
        }

        /** Spot hours that replace one hour on steady terms. */
        double hoursPerSteadyHour() {
            return steadyGoodput / goodput;
        }
    }

    /**
     * A level of demand.
     *
     * @param share the share of the time; the shares of a demand add up to 1
     */
    public record Level(int accelerators, double share) {}

    public TermsMix {
        parts = List.copyOf(parts);
    }

    /** The share that is saved compared with all on demand. */
    public double saving() {
        return 1 - IntervalArithmetic.ratio(cost.value(), onDemand.value());
    }

    /** The cheapest mix for a bursty demand: how many accelerators to reserve, and which terms for the rest. */
    public static TermsMix ofBursts(List<Level> demand, double hours, Market market) {
        return new BurstyDemand(demand, hours, market).cheapest();
    }

    /**
     * The cheapest mix for a run with a deadline: as much on spot as the time allows, the rest on demand.
     *
     * @param work accelerator-hours of useful work
     * @param hours hours until the deadline
     */
    public static TermsMix ofDeadline(double work, int accelerators, double hours, Market market) {
        return new RunDeadline(work, accelerators, hours, market).cheapest();
    }
}
