package slipway.base;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The price of one accelerator for one hour. Converting GPU time to money is the only computation that rounds. */
public record GpuPrice(Money perGpuHour) {

    public GpuPrice {
        if (perGpuHour.isNegative()) {
            throw new IllegalArgumentException("A price cannot be negative: " + perGpuHour);
        }
    }

    /**
     * The price of this much GPU time, to the nearest millionth of the currency's unit; a tie goes to the even
     * neighbour, so that many small amounts lean neither way. Add up the time first and price the sum: the sum of
     * many priced parts may differ from it by half a millionth for each part.
     */
    public Money of(GpuTime time) {
        var exact =
                BigDecimal.valueOf(perGpuHour.millionths())
                        .multiply(BigDecimal.valueOf(time.millionths()));
        var rounded = exact.divide(BigDecimal.valueOf(GpuTime.PER_HOUR), 0, RoundingMode.HALF_EVEN);
        return new Money(rounded.longValueExact(), perGpuHour.currency());
    }
}
