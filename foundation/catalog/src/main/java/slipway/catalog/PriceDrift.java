package slipway.catalog;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import slipway.base.Money;

/**
 * How fast a provider's prices change: after a year the 90% interval of the current price is
 * {@code price * e^-down} and {@code price * e^up}, scaled by the square root of the time. A price changes in rare
 * steps, which add up like a random walk.
 */
public record PriceDrift(double down, double up) {

    private static final double YEAR = 365.25;

    public PriceDrift {
        if (!(down >= 0 && down <= 5 && up >= 0 && up <= 5)) {
            throw new IllegalArgumentException("A drift is between 0 and 5: " + down + ", " + up);
        }
    }

    public Money low(Money price, long days) {
        return scaled(price, Math.exp(-down * Math.sqrt(days / YEAR)), RoundingMode.FLOOR);
    }

    public Money high(Money price, long days) {
        return scaled(price, Math.exp(up * Math.sqrt(days / YEAR)), RoundingMode.CEILING);
    }

    /** Rounded outwards, so that the price itself stays within. */
    private static Money scaled(Money price, double factor, RoundingMode outwards) {
        var exact =
                BigDecimal.valueOf(price.millionths())
                        .multiply(BigDecimal.valueOf(factor), MathContext.DECIMAL64);
        return new Money(exact.setScale(0, outwards).longValueExact(), price.currency());
    }
}
