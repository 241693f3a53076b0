package slipway.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.plan.training.SetUpSearch;
import slipway.plan.training.TrainingAccelerators.Site;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;

/**
 * What was found before at a site. How a step is set up depends neither on how many there are, nor on deadline, budget
 * or prices: whoever changes one of these is not searched for again. Bounded; what was not asked for longest goes
 * first. Safe for use by many threads.
 */
final class SetUpCache {

    /** A plan looks at some three hundred sites. */
    private static final int MOST = 1_500;

    private final TrainingModel trainingModel;
    private final Map<Key, Spot> spots =
            new LinkedHashMap<>(256, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Spot> eldest) {
                    return size() > MOST;
                }
            };

    SetUpCache(TrainingModel trainingModel) {
        this.trainingModel = trainingModel;
    }

    private record Key(TrainingTask task, Site site) {}

    /** What is known of one site for one task. */
    static final class Spot {

        private final long considered;
        private final double seconds;
        private @Nullable Supplier<Prospect> best;
        private @Nullable Prospect known;

        private Spot(SetUpSearch.Found found, TrainingModel trainingModel) {
            this.considered = found.considered();
            boolean none = found.shortest().isEmpty();
            this.seconds = none ? Double.NaN : found.shortest().getFirst().seconds();
            this.best = none ? null : () -> trainingModel.prospects(found).getFirst();
        }

        /** Set-ups that were reckoned. */
        long considered() {
            return considered;
        }

        /** Of a step by the physical model alone; empty where no set-up fits. */
        Optional<Double> seconds() {
            return Double.isNaN(seconds) ? Optional.empty() : Optional.of(seconds);
        }

        /** The best by what neighbours say; what led to it is forgotten then. */
        synchronized Prospect best() {
            if (known == null && best != null) {
                known = best.get();
                best = null;
            }
            if (known == null) {
                throw new IllegalStateException("Nothing fits there");
            }
            return known;
        }
    }

    Spot of(TrainingTask trainingTask, Site site) {
        var key = new Key(trainingTask.ofOneStep(), site);
        synchronized (spots) {
            Spot there = spots.get(key);
            if (there != null) {
                return there;
            }
        }
        var found = new Spot(trainingModel.search(key.task, site), trainingModel);
        synchronized (spots) {
            return spots.merge(key, found, (first, _) -> first);
        }
    }
}
