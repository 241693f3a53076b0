package slipway.plan.compare;

import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;

/**
 * A ranking of providers.
 *
 * @param providers the best first; providers with few known facts last
 */
public record ProviderComparison(ComparisonGoal goal, List<RankedProvider> providers) {

    public ProviderComparison {
        providers = List.copyOf(providers);
    }

    /**
     * @param total total score from 0 to 10; the interval covers unknown facts and the age of prices
     * @param knownShare the share of the weights whose criteria rest on facts
     * @param perHour price of one accelerator on demand; empty where it is unknown
     */
    public record RankedProvider(
            String provider,
            Estimate<Double> total,
            double knownShare,
            Optional<Estimate<Money>> perHour,
            List<Score> scores) {

        public RankedProvider {
            scores = List.copyOf(scores);
        }

        public Score score(Criterion criterion) {
            return scores.stream()
                    .filter(it -> it.criterion() == criterion)
                    .findFirst()
                    .orElseThrow();
        }

        /** Whether facts support less than half of the weights. */
        public boolean isHardlyKnown() {
            return knownShare < 0.5;
        }

        /** Whether it may rank above the other if unknown facts are favorable. */
        public boolean mayBeat(RankedProvider other) {
            return total.high() > other.total.low();
        }
    }

    /**
     * @param value score from 0 to 10
     * @param isKnown whether a fact supports it
     * @param figure the fact for a table: {@code 400 Gb/s}; {@code ?} where there is none
     * @param reason the fact with its source and age
     */
    public record Score(
            Criterion criterion,
            double weight,
            Estimate<Double> value,
            boolean isKnown,
            String figure,
            String reason) {}
}
