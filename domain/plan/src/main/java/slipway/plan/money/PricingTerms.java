package slipway.plan.money;

import java.util.Locale;
import slipway.catalog.Price;

/** Terms of an offer, the most flexible first. */
public enum PricingTerms {
    ON_DEMAND,
    /** The provider can reclaim it at short notice, and its price changes by the week. */
    SPOT,
    /** Paid for under a commitment, used or not. */
    RESERVED,
    /** Own hardware: paid for, used or not. */
    OWN;

    /** The name that people read: {@code on demand}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static PricingTerms of(Price.Kind kind) {
        return switch (kind) {
            case ON_DEMAND -> ON_DEMAND;
            case SPOT -> SPOT;
            case RESERVED -> RESERVED;
        };
    }
}
