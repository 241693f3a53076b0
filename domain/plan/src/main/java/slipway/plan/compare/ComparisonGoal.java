package slipway.plan.compare;

import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import slipway.base.Bytes;
import slipway.plan.money.OfferFilter;

/**
 * The goal of a comparison of providers.
 *
 * @param type accelerator type
 * @param accelerators accelerators needed together; a provider that offers as many scores in full
 * @param weights weight of each criterion; 0 excludes one
 * @param measured measured speeds, which replace the catalog's
 */
public record ComparisonGoal(
        String type,
        int accelerators,
        Map<Criterion, Double> weights,
        OfferFilter offers,
        List<MeasuredSpeed> measured) {

    public ComparisonGoal {
        weights = Map.copyOf(weights);
        measured = List.copyOf(measured);
        if (accelerators < 1 || weights.values().stream().noneMatch(it -> it > 0)) {
            throw new IllegalArgumentException(
                    "A comparison has accelerators and a positive weight");
        }
    }

    /** The default weights. */
    public static Map<Criterion, Double> defaultWeights() {
        var usual = new EnumMap<Criterion, Double>(Criterion.class);
        for (Criterion it : Criterion.values()) {
            usual.put(it, it.defaultWeight());
        }
        return usual;
    }

    double weight(Criterion criterion) {
        return weights.getOrDefault(criterion, 0.0);
    }

    /**
     * A measured speed.
     *
     * @param criterion {@link Criterion#NETWORK}, for one accelerator, or {@link Criterion#STORAGE}, for one machine
     * @param rate bytes per second
     * @param note the measured machine, as text
     */
    public record MeasuredSpeed(
            String provider, Criterion criterion, Bytes rate, LocalDate day, String note) {

        public MeasuredSpeed {
            if (criterion != Criterion.NETWORK && criterion != Criterion.STORAGE) {
                throw new IllegalArgumentException(
                        "A speed is of a network or of storage: " + criterion);
            }
        }
    }
}
