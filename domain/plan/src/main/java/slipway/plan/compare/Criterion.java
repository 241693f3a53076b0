package slipway.plan.compare;

import java.util.Locale;

/** What matters about a provider, in the order in which it is shown. */
public enum Criterion {
    PRICE(3),
    AVAILABILITY(2),
    NETWORK(2),
    SCALABILITY(1),
    STORAGE(1),
    DEDICATED(1);

    private final double usual;

    Criterion(double usual) {
        this.usual = usual;
    }

    /** How much it counts unless somebody says so. */
    public double usual() {
        return usual;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
