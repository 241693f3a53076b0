package slipway.plan.money;

import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;

/**
 * Terms mixed so that they cost least.
 *
 * @param parts what is taken on which terms; the terms that were paid for anyway come first
 * @param cost of all parts
 * @param onDemand what all of it would cost on demand
 */
public record TermsMix(List<Part> parts, Estimate<Money> cost, Estimate<Money> onDemand) {

    /**
     * @param hours of accelerators, those included in which work is done again
     * @param because why these terms, with their numbers
     */
    public record Part(PricingTerms terms, double hours, Estimate<Money> cost, String because) {}

    /**
     * Prices of one accelerator and hour.
     *
     * @param spot with what interruptions make of it
     */
    public record Market(
            Estimate<Money> onDemand, Optional<Estimate<Money>> reserved, Optional<Spot> spot) {}

    /**
     * @param price of one accelerator and hour
     * @param there the share of the time in which as many can be had; else one falls back to on demand, or waits
     * @param goodput the share of the time in which work gets on, saving and interruptions taken off
     * @param steady the same on terms on which nothing is taken back
     */
    public record Spot(Estimate<Money> price, double there, double goodput, double steady) {

        public Spot {
            if (!(there > 0 && there <= 1) || !(goodput > 0 && goodput <= steady && steady <= 1)) {
                throw new IllegalArgumentException(
                        "Shares are above 0 and at most 1: %s, %s, %s"
                                .formatted(there, goodput, steady));
            }
        }

        /** Hours that are paid for on spot instead of each one on steadier terms. */
        double instead() {
            return steady / goodput;
        }
    }

    /**
     * So many accelerators are needed for this share of the time.
     *
     * @param share of the whole time; the shares of a demand add up to 1
     */
    public record Level(int accelerators, double share) {}

    public TermsMix {
        parts = List.copyOf(parts);
    }

    /** The share that is saved against all on demand. */
    public double saving() {
        return 1 - IntervalArithmetic.ratio(cost.value(), onDemand.value());
    }

    /** A baseline that is always needed, and bursts: how many to reserve, and what to do with the rest. */
    public static TermsMix ofBursts(List<Level> demand, double hours, Market market) {
        return new BurstyDemand(demand, hours, market).least();
    }

    /**
     * A run that must end in time: as much on spot as the time allows, the rest on demand.
     *
     * @param work hours of all accelerators together in which work gets on
     * @param hours until the deadline
     */
    public static TermsMix ofDeadline(double work, int accelerators, double hours, Market market) {
        return new RunDeadline(work, accelerators, hours, market).least();
    }
}
