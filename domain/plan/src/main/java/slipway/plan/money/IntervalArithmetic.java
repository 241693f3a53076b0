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

/** Arithmetic on amounts that have intervals. What two estimates rest on is taken to be independent. */
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

    /** An amount for each, times so many of them. Both may be off, but hardly both by all they can. */
    static Estimate<Money> times(Estimate<Money> each, Estimate<Double> many) {
        if (each.value().millionths() <= 0 || !(many.value() > 0)) {
            return product(each, many, 1, 1);
        }
        double below =
                Math.hypot(log(ratio(each.value(), each.low())), log(many.value() / many.low()));
        double above =
                Math.hypot(log(ratio(each.high(), each.value())), log(many.high() / many.value()));
        return product(each, many, Math.exp(-below), Math.exp(above));
    }

    private static Estimate<Money> product(
            Estimate<Money> each, Estimate<Double> many, double less, double more) {
        Money value = times(each.value(), many.value());
        return new Estimate<>(value, times(value, less), times(value, more), grounds(each, many));
    }

    /** Together; hardly all of them are off in the same direction. */
    static Estimate<Money> sum(List<Estimate<Money>> parts, Currency currency) {
        Money value = parts.stream().map(Estimate::value).reduce(Money.zero(currency), Money::plus);
        double below = 0;
        double above = 0;
        for (Estimate<Money> part : parts) {
            below = Math.hypot(below, apart(part.low(), part.value()));
            above = Math.hypot(above, apart(part.value(), part.high()));
        }
        return new Estimate<>(
                value,
                value.minus(new Money(Math.round(below), currency)),
                value.plus(new Money(Math.round(above), currency)),
                parts.stream().flatMap(it -> it.grounds().stream()).distinct().toList());
    }

    private static double apart(Money less, Money more) {
        return (double) more.minus(less).millionths();
    }

    /** How many times as much the one is. */
    static double ratio(Money one, Money other) {
        return (double) one.millionths() / other.millionths();
    }

    private static List<Ground> grounds(Estimate<?> one, Estimate<?> other) {
        return Stream.concat(one.grounds().stream(), other.grounds().stream()).distinct().toList();
    }

    /** A lower end of nothing at all is as far off as a factor can be. */
    private static double log(double factor) {
        return Math.min(50, Math.log(factor));
    }
}
