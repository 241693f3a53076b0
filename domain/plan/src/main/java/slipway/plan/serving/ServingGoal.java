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
 * What somebody wants served, how fast, and within which bounds.
 *
 * @param now when it is asked: prices have an age
 */
public record ServingGoal(
        Architecture model, Demand demand, Goal goal, Bounds bounds, Instant now) {

    /** What the model is called. */
    public String modelName() {
        return model.name();
    }

    /**
     * What comes.
     *
     * @param rate requests a second, at random moments
     * @param input tokens of a request
     * @param output tokens of its answer
     */
    public record Demand(double rate, int input, int output) {

        public Demand {
            if (!(rate > 0) || Double.isInfinite(rate) || input < 1 || output < 1) {
                throw new IllegalArgumentException("Nothing is asked for: " + rate);
            }
        }
    }

    /**
     * What nineteen of twenty answers must keep.
     *
     * @param first until the first token
     * @param each for every further one
     */
    public record Goal(Duration first, Duration each) {

        public Goal {
            if (!first.isPositive() || !each.isPositive()) {
                throw new IllegalArgumentException("A goal takes time: " + first + ", " + each);
            }
        }
    }

    /**
     * On what it may run.
     *
     * @param framework whose speed is taken: {@code vllm}
     * @param types of accelerators; empty for any that is offered
     * @param weights that are allowed; empty for those of eight and sixteen bits
     * @param tensor so many accelerators share a replica, if somebody said so
     * @param budget for an hour
     */
    public record Bounds(
            String framework,
            OfferFilter choice,
            List<String> types,
            List<WeightFormat> weights,
            OptionalInt tensor,
            Optional<Money> budget) {

        public Bounds {
            types = List.copyOf(types);
            weights = List.copyOf(weights);
        }
    }
}
