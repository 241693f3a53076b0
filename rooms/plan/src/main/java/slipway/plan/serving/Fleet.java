package slipway.plan.serving;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Offer;

/**
 * One way to serve a aim: equal replicas on accelerators that somebody offers.
 *
 * @param accelerators of one replica, which share its weights
 * @param capacity requests a second that one replica takes and still keeps the goal
 * @param present requests that are in one replica at once, in the mean
 * @param first50 the time to the first token that half of the answers keep; {@code first95} nineteen of twenty
 * @param each50 the same for every further token
 */
public record Fleet(
        Offer offer,
        Weight weight,
        int accelerators,
        int replicas,
        Memory memory,
        double capacity,
        double present,
        Estimate<Duration> first50,
        Estimate<Duration> first95,
        Estimate<Duration> each50,
        Estimate<Duration> each95,
        Cost cost) {

    /**
     * What it costs.
     *
     * @param millionTokens of answers
     * @param thousandRequests with all their tokens
     */
    public record Cost(
            Estimate<Money> hour, Estimate<Money> millionTokens, Estimate<Money> thousandRequests) {

        private static final double HOUR = 3_600;
        private static final double MILLION = 1e6;

        static Cost of(Offer offer, int accelerators, ServingAim.Demand demand) {
            int paid = offer.paidFor(accelerators);
            Estimate<Money> hour = offer.perHour().map(it -> it.times(paid));
            double requests = demand.rate() * HOUR;
            return new Cost(
                    hour,
                    hour.map(it -> over(it, requests * demand.output() / MILLION)),
                    hour.map(it -> over(it, requests / 1_000)));
        }

        private static Money over(Money money, double number) {
            return new Money(Math.round(money.millionths() / number), money.currency());
        }
    }

    /** All replicas together. */
    public int all() {
        return accelerators * replicas;
    }

    /** {@code 4 H100, lambda gpu_1x_h100, on demand}. */
    public String name() {
        return "%d %s, %s".formatted(all(), offer.type(), offer.name());
    }

    /** What its times rest on. */
    public List<Estimate.Ground> grounds() {
        return each95.restsOn();
    }
}
