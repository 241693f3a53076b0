package slipway.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * A commitment with a provider: a discount on the on-demand price for a number of years. Only the team knows it,
 * so none is bundled.
 *
 * @param discount 0.35 is 35 % off
 */
public record Commitment(String provider, int years, double discount) {

    public Commitment {
        if (provider.isBlank() || years < 1 || !(discount > 0 && discount < 1)) {
            throw new IllegalArgumentException(
                    "A commitment needs a discount between 0 and 1: " + discount);
        }
    }

    /** The price with the discount; empty for another provider or another kind of price. */
    public Optional<Price> discounted(Price price) {
        if (price.kind() != Price.Kind.ON_DEMAND || !price.provider().equals(provider)) {
            return Optional.empty();
        }
        var exact =
                BigDecimal.valueOf(price.perHour().millionths())
                        .multiply(BigDecimal.ONE.subtract(BigDecimal.valueOf(discount)));
        long rounded = Math.max(1, exact.setScale(0, RoundingMode.HALF_EVEN).longValueExact());
        return Optional.of(
                new Price(
                        provider,
                        price.product(),
                        price.region(),
                        Price.Kind.RESERVED,
                        new Money(rounded, price.perHour().currency()),
                        price.date(),
                        "%s, less %s for %s"
                                .formatted(
                                        price.source(),
                                        Format.percent(discount),
                                        Format.count(years, "year")),
                        price.confidence()));
    }
}
