package slipway.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.plan.money.Offer;

/**
 * Time and price, each with an interval, as money with one. Both are off independently, so their widths add like the
 * sides of a right angle, in logarithms: a run is as likely to take twice as long as half.
 */
final class Spending {

    private static final double SECONDS = 3_600;

    private Spending() {}

    static Estimate<Money> of(Offer offer, int accelerators, Estimate<Duration> time) {
        Estimate<Money> price = offer.perHour();
        double hours = seconds(time.value()) / SECONDS;
        double value = hours * offer.paidFor(accelerators) * price.value().millionths();
        double below =
                Math.hypot(
                        Math.log(seconds(time.value()) / seconds(time.low())),
                        ratio(price.value(), price.low()));
        double above =
                Math.hypot(
                        Math.log(seconds(time.high()) / seconds(time.value())),
                        ratio(price.high(), price.value()));
        List<Ground> grounds = new ArrayList<>(time.restsOn());
        grounds.addAll(price.restsOn());
        return new Estimate<>(
                money(value, price.value()),
                money(value * Math.exp(-below), price.value()),
                money(value * Math.exp(above), price.value()),
                grounds);
    }

    private static double ratio(Money upper, Money lower) {
        return Math.log((double) upper.millionths() / Math.max(1, lower.millionths()));
    }

    private static Money money(double millionths, Money like) {
        return new Money(Math.round(Math.min(millionths, 1e18)), like.currency());
    }

    private static double seconds(Duration duration) {
        return Math.max(1, duration.toSeconds());
    }
}
