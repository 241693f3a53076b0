package slipway.plan.training;

import slipway.base.Estimate;

/** A set-up, and how fast it trains by what neighbours make of the physical model. */
public record Prospect(SetUp setUp, Estimate<TokenRate> rate) {

    public Configuration configuration() {
        return setUp.configuration();
    }
}
