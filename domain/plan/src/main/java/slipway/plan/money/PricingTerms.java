package slipway.plan.money;

import java.util.Locale;
import slipway.catalog.Price;

/** On which terms accelerators can be had, the freest first. */
public enum PricingTerms {
    ON_DEMAND,
    /** It can be taken away at short notice, and its price moves by the week. */
    SPOT,
    /** Paid for whether used or not, under a commitment. */
    RESERVED,
    /** The team has bought it: paid for whether used or not. */
    OWN;

    /** As people write it: {@code on demand}. */
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
