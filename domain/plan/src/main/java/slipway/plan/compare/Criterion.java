package slipway.plan.compare;

import java.util.Locale;

/** Criteria of a provider, in the order of display. */
public enum Criterion {
    PRICE(3),
    AVAILABILITY(2),
    NETWORK(2),
    SCALABILITY(1),
    STORAGE(1),
    DEDICATED(1);

    private final double defaultWeight;

    Criterion(double usual) {
        this.defaultWeight = usual;
    }

    /** The default weight. */
    public double defaultWeight() {
        return defaultWeight;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
