package slipway.plan.serving;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Offer;

/** One way to reach a serving goal: equal replicas on accelerators of one offer. */
public record ServingFleet(
        Offer offer, int replicas, PlannedReplica replica, LatencyPercentiles latency, Cost cost) {

    /**
     * One replica.
     *
     * @param accelerators that share its weights
     * @param capacity requests per second at which one replica still meets the latency goals
     * @param concurrency mean number of concurrent requests in one replica
     */
    public record PlannedReplica(
            NumberFormats formats,
            int accelerators,
            ReplicaMemory memory,
            Estimate<Double> capacity,
            double concurrency) {}

    /**
     * The latency of requests.
     *
     * @param ttftP50 median time to first token; {@code ttftP95} is the 95th percentile
     * @param tpotP50 median time per output token
     */
    public record LatencyPercentiles(
            Estimate<Duration> ttftP50,
            Estimate<Duration> ttftP95,
            Estimate<Duration> tpotP50,
            Estimate<Duration> tpotP95) {}

    /**
     * The cost. Its interval combines the uncertainty of the price and of the number of replicas.
     *
     * @param billedAccelerators billed accelerators: machines are rented as a whole
     * @param month for a month of 730.5 hours
     * @param millionTokens for a million output tokens
     * @param thousandRequests for a thousand requests
     */
    public record Cost(
            int billedAccelerators,
            Estimate<Money> hour,
            Estimate<Money> month,
            Estimate<Money> millionTokens,
            Estimate<Money> thousandRequests) {

        private static final double HOUR = 3_600;
        private static final double HOURS_OF_A_MONTH = 730.5;
        private static final double MILLION = 1e6;

        /**
         * @param paid billed accelerators, with their interval
         */
        static Cost of(Offer offer, Estimate<Integer> paid, ServingGoal.Demand demand) {
            Estimate<Money> each = offer.price().perHour();
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

    /** Accelerators of all replicas. */
    public int totalAccelerators() {
        return replica.accelerators * replicas;
    }

    /** The share of the capacity that the demand leaves unused. */
    public double spareShare(ServingGoal.Demand demand) {
        return Math.max(0, 1 - demand.rate() / (replicas * replica.capacity.value()));
    }

    /** {@code 4 H100 at lambda gpu_1x_h100, on demand}. */
    public String name() {
        return "%d %s at %s".formatted(totalAccelerators(), offer.type(), offer.name());
    }

    /** The grounds of its latencies. */
    public List<Estimate.Ground> grounds() {
        return latency.tpotP95.grounds();
    }
}
