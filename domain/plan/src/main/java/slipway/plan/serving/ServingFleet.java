package slipway.plan.serving;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Offer;

/**
 * One way to serve an aim: equal replicas on accelerators that somebody offers.
 *
 * @param accelerators of one replica, which share its weights
 * @param capacity requests a second that one replica takes and still keeps the goal
 * @param present requests that are in one replica at once, in the mean
 * @param first50 the time to the first token that half of the answers keep; {@code first95} nineteen of twenty
 * @param each50 the same for every further token
 */
public record ServingFleet(
        Offer offer,
        WeightFormat weight,
        int accelerators,
        int replicas,
        ReplicaMemory memory,
        Estimate<Double> capacity,
        double present,
        Estimate<Duration> first50,
        Estimate<Duration> first95,
        Estimate<Duration> each50,
        Estimate<Duration> each95,
        Cost cost) {

    /**
     * What it costs. The interval holds both: what the price may be, and how many replicas the demand may need.
     *
     * @param paid accelerators that are paid for: machines are let as a whole
     * @param month of 730.5 hours
     * @param millionTokens of answers
     * @param thousandRequests with all their tokens
     */
    public record Cost(
            int paid,
            Estimate<Money> hour,
            Estimate<Money> month,
            Estimate<Money> millionTokens,
            Estimate<Money> thousandRequests) {

        private static final double HOUR = 3_600;
        private static final double HOURS_OF_A_MONTH = 730.5;
        private static final double MILLION = 1e6;

        /**
         * @param paid accelerators, with the fewest and the most that it may come to
         */
        static Cost of(Offer offer, Estimate<Integer> paid, ServingGoal.Demand demand) {
            Estimate<Money> each = offer.perHour();
            var hour =
                    new Estimate<>(
                            each.value().times(paid.value()),
                            each.low().times(paid.low()),
                            each.high().times(paid.high()),
                            each.grounds());
            double requests = demand.rate() * HOUR;
            return new Cost(
                    paid.value(),
                    hour,
                    hour.map(it -> over(it, 1 / HOURS_OF_A_MONTH)),
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

    /** The share of what all replicas take that nobody asks for. */
    public double spare(ServingGoal.Demand demand) {
        return Math.max(0, 1 - demand.rate() / (replicas * capacity.value()));
    }

    /** {@code 4 H100 at lambda gpu_1x_h100, on demand}. */
    public String name() {
        return "%d %s at %s".formatted(all(), offer.type(), offer.name());
    }

    /** What its times rest on. */
    public List<Estimate.Ground> grounds() {
        return each95.grounds();
    }
}
