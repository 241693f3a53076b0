package slipway.plan.serving;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Money;
import slipway.catalog.Architecture;
import slipway.plan.money.OfferFilter;

/**
 * A serving goal: a model, its demand, its latency goals, and the bounds of the search.
 *
 * @param now the time of the request, since prices have an age
 */
public record ServingGoal(
        Architecture model, Demand demand, LatencyGoal latency, Bounds bounds, Instant now) {

    /** The name of the model. */
    public String modelName() {
        return model.name();
    }

    /**
     * The demand.
     *
     * @param rate requests per second, with random arrivals
     * @param input tokens of a request
     * @param output tokens of its answer
     */
    public record Demand(double rate, int input, int output) {

        public Demand {
            if (!(rate > 0) || Double.isInfinite(rate) || input < 1 || output < 1) {
                throw new IllegalArgumentException(
                        "A demand has a positive finite rate and tokens: " + rate);
            }
        }
    }

    /**
     * The latencies that 95 % of the requests must meet.
     *
     * @param ttft time to first token (TTFT)
     * @param tpot time per output token (TPOT)
     */
    public record LatencyGoal(Duration ttft, Duration tpot) {

        public LatencyGoal {
            if (!ttft.isPositive() || !tpot.isPositive()) {
                throw new IllegalArgumentException(
                        "Latency goals are positive: " + ttft + ", " + tpot);
            }
        }
    }

    /**
     * The bounds of the search.
     *
     * @param framework the serving framework: {@code vllm}
     * @param types accelerator types; empty for all that are offered
     * @param weights allowed weight formats; empty for 16 and 8 bits
     * @param kvCache format of the KV cache; empty for the framework's default
     * @param tp accelerators that share a replica (tensor parallel), if stated
     * @param budget the most to pay for an hour
     */
    public record Bounds(
            String framework,
            OfferFilter offers,
            List<String> types,
            List<WeightFormat> weights,
            Optional<KvCacheFormat> kvCache,
            OptionalInt tp,
            Optional<Money> budget) {

        public Bounds {
            types = List.copyOf(types);
            weights = List.copyOf(weights);
        }
    }
}
