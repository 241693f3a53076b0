package slipway.plan;

import java.util.List;
import java.util.Optional;
import slipway.plan.money.Offer;
import slipway.plan.money.TermsMix;
import slipway.plan.request.BurstDemand;

/**
 * The cheapest mix of terms for a bursty demand, for a month.
 *
 * @param providers the cheapest mix of each provider, the cheapest first
 */
public record MixPlan(BurstDemand demand, List<ProviderMix> providers) {

    public MixPlan {
        if (providers.isEmpty()) {
            throw new IllegalArgumentException("A mix has at least one provider");
        }
        providers = List.copyOf(providers);
    }

    public ProviderMix cheapest() {
        return providers.getFirst();
    }

    /**
     * @param reserved the reserved offer; empty without a commitment
     * @param goodput goodput on spot
     * @param mix the mix for a month
     */
    public record ProviderMix(
            Offer onDemand,
            Optional<Offer> reserved,
            Optional<Offer> spot,
            double goodput,
            TermsMix mix) {}
}
