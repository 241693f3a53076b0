package slipway.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import slipway.base.GpuPrice;
import slipway.base.Money;

/**
 * The hourly cost of an owned accelerator, used or not, as the sum of its lines. All amounts are for one
 * accelerator with its share of the machine.
 *
 * @param spacePerMonth monthly cost of rack, cooling and connection
 * @param peoplePerMonth its share of the operating staff
 */
public record OwnHardware(
        String name,
        String type,
        Purchase purchase,
        PowerUse power,
        Money spacePerMonth,
        Money peoplePerMonth) {

    /** The purchase price, spread over the years. */
    public static final String AMORTIZATION = "amortisation";

    /** A year has 8,766 hours, counting leap years; a month is a twelfth of it. */
    private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_766);

    private static final BigDecimal HOURS_PER_MONTH = new BigDecimal("730.5");

    public OwnHardware {
        if (purchase.years < 1 || power.watts < 0 || !(power.pue >= 1 && power.pue <= 10)) {
            throw new IllegalArgumentException(
                    "Own hardware needs years >= 1, watts >= 0 and a PUE between 1 and 10: "
                            + name);
        }
        if (purchase.residual.compareTo(purchase.price) > 0) {
            throw new IllegalArgumentException(
                    "%s is not worth more after %d years than when it was bought"
                            .formatted(name, purchase.years));
        }
        if (power.perKilowattHour.isNegative()
                || spacePerMonth.isNegative()
                || peoplePerMonth.isNegative()) {
            throw new IllegalArgumentException("Running costs cannot be negative: " + name);
        }
    }

    /**
     * The purchase of an accelerator.
     *
     * @param price with its share of machine, network and racks
     * @param years of use
     * @param residual resale value after these years
     */
    public record Purchase(Money price, int years, Money residual) {}

    /**
     * The electric power of an accelerator.
     *
     * @param watts average power with its share of the machine
     * @param pue power usage effectiveness of the building, at least 1
     */
    public record PowerUse(int watts, double pue, Money perKilowattHour) {}

    /** One part of the price. */
    public record Line(String what, Money perHour) {}

    /** The parts of the hourly cost, the largest kind first. */
    public List<Line> lines() {
        var used = purchase.price.minus(purchase.residual);
        var life = HOURS_PER_YEAR.multiply(BigDecimal.valueOf(purchase.years));
        var kilowatts =
                BigDecimal.valueOf(power.watts)
                        .movePointLeft(3)
                        .multiply(BigDecimal.valueOf(power.pue));
        return List.of(
                new Line(
                        AMORTIZATION,
                        rounded(amount(used).divide(life, 12, RoundingMode.HALF_EVEN))),
                new Line("power", rounded(amount(power.perKilowattHour).multiply(kilowatts))),
                new Line("space", rounded(monthly(spacePerMonth))),
                new Line("people", rounded(monthly(peoplePerMonth))));
    }

    /** The sum of the lines. */
    public GpuPrice perHour() {
        var zero = Money.zero(purchase.price.currency());
        return new GpuPrice(lines().stream().map(Line::perHour).reduce(zero, Money::plus));
    }

    private static BigDecimal monthly(Money money) {
        return amount(money).divide(HOURS_PER_MONTH, 12, RoundingMode.HALF_EVEN);
    }

    private static BigDecimal amount(Money money) {
        return BigDecimal.valueOf(money.millionths());
    }

    private Money rounded(BigDecimal millionths) {
        return new Money(
                millionths.setScale(0, RoundingMode.HALF_EVEN).longValueExact(),
                purchase.price.currency());
    }
}
