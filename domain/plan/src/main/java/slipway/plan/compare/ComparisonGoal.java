package slipway.plan.compare;

import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import slipway.base.Bytes;
import slipway.plan.money.OfferFilter;

/**
 * What somebody looks for.
 *
 * @param type of the accelerators
 * @param accelerators so many together; what reaches as far scores in full
 * @param weights of every criterion; 0 leaves one out
 * @param measured what was measured at providers, which takes the place of what the catalog says
 */
public record ComparisonGoal(
        String type,
        int accelerators,
        Map<Criterion, Double> weights,
        OfferFilter choice,
        List<Figure> measured) {

    public ComparisonGoal {
        weights = Map.copyOf(weights);
        measured = List.copyOf(measured);
        if (accelerators < 1 || weights.values().stream().noneMatch(it -> it > 0)) {
            throw new IllegalArgumentException("Something is wanted, and something matters");
        }
    }

    /** As they are unless somebody says so. */
    public static Map<Criterion, Double> usual() {
        var usual = new EnumMap<Criterion, Double>(Criterion.class);
        for (Criterion it : Criterion.values()) {
            usual.put(it, it.usual());
        }
        return usual;
    }

    double weight(Criterion criterion) {
        return weights.getOrDefault(criterion, 0.0);
    }

    /**
     * A speed that was measured.
     *
     * @param what {@link Criterion#NETWORK}, for one accelerator, or {@link Criterion#STORAGE}, for one machine
     * @param rate bytes a second
     * @param note of which machine, in words
     */
    public record Figure(String provider, Criterion what, Bytes rate, LocalDate day, String note) {

        public Figure {
            if (what != Criterion.NETWORK && what != Criterion.STORAGE) {
                throw new IllegalArgumentException(
                        "A speed is of a network or of storage: " + what);
            }
        }
    }
}
