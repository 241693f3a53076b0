package slipway.plan.compare;

import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;

/**
 * Providers beside each other.
 *
 * @param places the best first, those of whom little is known after the others
 */
public record ProviderComparison(ComparisonGoal wanted, List<Place> places) {

    public ProviderComparison {
        places = List.copyOf(places);
    }

    /**
     * @param total from 0 to 10; the interval is that of what is not known, and of prices that are old
     * @param known the share of the weights whose criterion rests on a fact
     * @param perHour for one accelerator on demand; empty where nobody tells
     */
    public record Place(
            String provider,
            Estimate<Double> total,
            double known,
            Optional<Estimate<Money>> perHour,
            List<Score> scores) {

        public Place {
            scores = List.copyOf(scores);
        }

        public Score of(Criterion criterion) {
            return scores.stream()
                    .filter(it -> it.criterion() == criterion)
                    .findFirst()
                    .orElseThrow();
        }

        /** Whether less than half of what matters rests on facts. */
        public boolean isHardlyKnown() {
            return known < 0.5;
        }

        /** Whether it may be better than the other, if what is not known is in its favour. */
        public boolean mayBeat(Place other) {
            return total.high() > other.total.low();
        }
    }

    /**
     * @param value from 0 to 10
     * @param isKnown whether it rests on a fact
     * @param figure the fact in a word or two, for a table: {@code 400 Gb/s}; {@code ?} where there is none
     * @param because the fact, its source and its age
     */
    public record Score(
            Criterion criterion,
            double weight,
            Estimate<Double> value,
            boolean isKnown,
            String figure,
            String because) {}
}
