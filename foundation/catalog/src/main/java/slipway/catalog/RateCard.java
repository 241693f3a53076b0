package slipway.catalog;

import java.util.Collections;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.GpuPrice;
import slipway.base.GpuTime;
import slipway.base.Money;

/**
 * The internal hourly prices of the cluster by type, in one currency. A price is looked up by type, then by
 * family. A machine without accelerators offers processors; the price of a processor hour has the key
 * {@link #CPU}.
 */
public record RateCard(Currency currency, Map<String, GpuPrice> perType) {

    /** The key of the price of a processor hour. */
    public static final String CPU = "cpu";

    /** A rate card without prices. */
    public static final RateCard NONE = new RateCard(Currency.getInstance("USD"), Map.of());

    public RateCard {
        var sorted = new TreeMap<String, GpuPrice>(String.CASE_INSENSITIVE_ORDER);
        perType.forEach(
                (type, price) -> {
                    if (!price.perGpuHour().currency().equals(currency)) {
                        throw new IllegalArgumentException(
                                "The price of %s is not in %s".formatted(type, currency));
                    }
                    sorted.put(type, price);
                });
        perType = Collections.unmodifiableMap(sorted);
    }

    /** The price of one accelerator for one hour; empty without a price. */
    public Optional<GpuPrice> of(String type) {
        return Optional.ofNullable(perType.get(type))
                .or(
                        () ->
                                Catalog.bundled()
                                        .type(type)
                                        .map(AcceleratorType::family)
                                        .map(perType::get));
    }

    /** The price of this time; empty without a price for the type. */
    public Optional<Money> of(String type, GpuTime time) {
        return of(type).map(price -> price.of(time));
    }
}
