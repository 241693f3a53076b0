package slipway.plan;

import java.util.List;
import java.util.Optional;
import slipway.plan.money.Offer;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointOptimizerBytes;

/**
 * Which terms to mix for a demand that goes up and down, for a month.
 *
 * @param places one of each provider, the cheapest first
 */
public record MixPlan(Demand demand, List<Place> places) {

    public MixPlan {
        if (places.isEmpty()) {
            throw new IllegalArgumentException("It is had somewhere");
        }
        places = List.copyOf(places);
    }

    public Place best() {
        return places.getFirst();
    }

    /**
     * @param share of the time in which the bursts are there too
     * @param discount what a commitment takes off; where nobody said so, the catalog's commitments count
     * @param there the share of the time in which spot machines can be had
     */
    public record Demand(
            CheckpointOptimizerBytes.Saved saved,
            String type,
            int baseline,
            int bursts,
            double share,
            Optional<Double> discount,
            double there,
            OfferFilter choice) {}

    /**
     * @param reserved empty where no commitment is known
     * @param goodput on spot
     * @param mix for a month
     */
    public record Place(
            Offer onDemand,
            Optional<Offer> reserved,
            Optional<Offer> spot,
            double goodput,
            TermsMix mix) {}
}
