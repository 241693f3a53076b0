package slipway.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import slipway.base.GpuPrice;
import slipway.base.Money;

/**
 * What an accelerator of one's own costs for an hour, used or not: each part is a line, and the lines are all there
 * is. Everything is for one accelerator with its share of the machine around it.
 *
 * @param purchase with its share of the machine, the network and the racks
 * @param residual what it is sold for after these years
 * @param watts on average, with its share of the machine
 * @param pue what the building draws for each watt of the machines, at least 1
 * @param spacePerMonth rack, cooling and connection, where they are paid by the month
 * @param peoplePerMonth its share of those who look after it
 */
public record OwnHardware(
        String name,
        String type,
        Money purchase,
        int years,
        Money residual,
        int watts,
        double pue,
        Money perKilowattHour,
        Money spacePerMonth,
        Money peoplePerMonth) {

    /** The line that is no bill of the month: what is paid at first, spread over the years. */
    public static final String AMORTIZATION = "amortisation";

    /** A year has 8,766 hours, counting leap years; a month is a twelfth of it. */
    private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_766);

    private static final BigDecimal HOURS_PER_MONTH = new BigDecimal("730.5");

    public OwnHardware {
        if (years < 1 || watts < 0 || !(pue >= 1 && pue <= 10)) {
            throw new IllegalArgumentException("Own hardware lasts and draws power: " + name);
        }
        if (residual.compareTo(purchase) > 0) {
            throw new IllegalArgumentException(
                    "%s is not worth more after %d years than when it was bought"
                            .formatted(name, years));
        }
        if (perKilowattHour.isNegative()
                || spacePerMonth.isNegative()
                || peoplePerMonth.isNegative()) {
            throw new IllegalArgumentException("Nobody pays for running " + name);
        }
    }

    /** One part of the price. */
    public record Line(String what, Money perHour) {}

    /** What an hour is made of, in the order in which people ask. */
    public List<Line> lines() {
        var used = purchase.minus(residual);
        var life = HOURS_PER_YEAR.multiply(BigDecimal.valueOf(years));
        var kilowatts =
                BigDecimal.valueOf(watts).movePointLeft(3).multiply(BigDecimal.valueOf(pue));
        return List.of(
                new Line(
                        AMORTIZATION,
                        rounded(amount(used).divide(life, 12, RoundingMode.HALF_EVEN))),
                new Line("power", rounded(amount(perKilowattHour).multiply(kilowatts))),
                new Line("space", rounded(monthly(spacePerMonth))),
                new Line("people", rounded(monthly(peoplePerMonth))));
    }

    /** The sum of the lines. */
    public GpuPrice perHour() {
        var zero = Money.zero(purchase.currency());
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
                purchase.currency());
    }
}
