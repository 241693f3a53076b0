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
 * What the owner of the cluster counts for an hour of each type, in one currency. A price is looked up under the type
 * itself, then under its family. A machine without accelerators offers processors; an hour of one stands under
 * {@link #CPU}.
 */
public record RateCard(Currency currency, Map<String, GpuPrice> perType) {

    /** The type under which a processor's hour stands. */
    public static final String CPU = "cpu";

    /** Nobody has set a price. */
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

    /** Of one accelerator for an hour; empty when nobody has set it. */
    public Optional<GpuPrice> of(String type) {
        return Optional.ofNullable(perType.get(type))
                .or(
                        () ->
                                Catalog.bundled()
                                        .type(type)
                                        .map(AcceleratorType::family)
                                        .map(perType::get));
    }

    /** Of so much time; empty when nobody has set a price for the type. */
    public Optional<Money> of(String type, GpuTime time) {
        return of(type).map(price -> price.of(time));
    }
}
