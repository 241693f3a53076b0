package slipway.plan.money;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;

/** Arithmetic on amounts with intervals. Two estimates are assumed to be independent. */
final class IntervalArithmetic {

    private IntervalArithmetic() {}

    static Money times(Money money, double factor) {
        var exact =
                BigDecimal.valueOf(money.millionths())
                        .multiply(BigDecimal.valueOf(factor), MathContext.DECIMAL64);
        return new Money(
                exact.setScale(0, RoundingMode.HALF_EVEN).longValueExact(), money.currency());
    }

    static double hours(Duration duration) {
        return duration.toMillis() / 3_600_000.0;
    }

    /** The product of a price and a quantity. Both may be off, but rarely both by their full interval. */
    static Estimate<Money> times(Estimate<Money> each, Estimate<Double> count) {
        if (each.value().millionths() <= 0 || !(count.value() > 0)) {
            return product(each, count, 1, 1);
        }
        double below =
                Math.hypot(log(ratio(each.value(), each.low())), log(count.value() / count.low()));
        double above =
                Math.hypot(
                        log(ratio(each.high(), each.value())), log(count.high() / count.value()));
        return product(each, count, Math.exp(-below), Math.exp(above));
    }

    private static Estimate<Money> product(
            Estimate<Money> each, Estimate<Double> count, double less, double more) {
        Money value = times(each.value(), count.value());
        return new Estimate<>(value, times(value, less), times(value, more), grounds(each, count));
    }

    /** The sum of independent estimates. */
    static Estimate<Money> sum(List<Estimate<Money>> parts, Currency currency) {
        Money value = parts.stream().map(Estimate::value).reduce(Money.zero(currency), Money::plus);
        double below = 0;
        double above = 0;
        for (Estimate<Money> part : parts) {
            below = Math.hypot(below, difference(part.low(), part.value()));
            above = Math.hypot(above, difference(part.value(), part.high()));
        }
        return new Estimate<>(
                value,
                value.minus(new Money(Math.round(below), currency)),
                value.plus(new Money(Math.round(above), currency)),
                parts.stream().flatMap(it -> it.grounds().stream()).distinct().toList());
    }

    private static double difference(Money less, Money more) {
        return (double) more.minus(less).millionths();
    }

    /** The ratio of two amounts. */
    static double ratio(Money one, Money other) {
        return (double) one.millionths() / other.millionths();
    }

    private static List<Ground> grounds(Estimate<?> one, Estimate<?> other) {
        return Stream.concat(one.grounds().stream(), other.grounds().stream()).distinct().toList();
    }

    /** The logarithm of a factor, capped where the lower end is zero. */
    private static double log(double factor) {
        return Math.min(50, Math.log(factor));
    }
}
