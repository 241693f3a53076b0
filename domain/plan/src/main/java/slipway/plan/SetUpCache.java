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
 * Caches the best set-up of a task on a site. It depends neither on the number of steps nor on deadline, budget or
 * prices, so changing one of these needs no new search. Bounded: the least recently used entry is evicted. Safe for use
 * by many threads.
 */
final class SetUpCache {

    /** A plan considers some three hundred sites. */
    private static final int MAX_ENTRIES = 1_500;

    private final TrainingModel trainingModel;
    private final Map<Key, CachedSetUp> entries =
            new LinkedHashMap<>(256, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, CachedSetUp> eldest) {
                    return size() > MAX_ENTRIES;
                }
            };

    SetUpCache(TrainingModel trainingModel) {
        this.trainingModel = trainingModel;
    }

    private record Key(TrainingTask task, Site site) {}

    /** The search result of one task on one site. */
    static final class CachedSetUp {

        private final long considered;
        private final double seconds;
        private @Nullable Supplier<Prospect> best;
        private @Nullable Prospect prospect;

        private CachedSetUp(SetUpSearch.FoundSetUps found, TrainingModel trainingModel) {
            this.considered = found.considered();
            boolean none = found.shortest().isEmpty();
            this.seconds = none ? Double.NaN : found.shortest().getFirst().seconds();
            this.best = none ? null : () -> trainingModel.prospects(found).getFirst();
        }

        /** Number of set-ups whose step time was computed. */
        long considered() {
            return considered;
        }

        /** Seconds of a step by the physical model; empty where no set-up fits. */
        Optional<Double> seconds() {
            return Double.isNaN(seconds) ? Optional.empty() : Optional.of(seconds);
        }

        /** The best set-up after correction by neighbors; the search result is then released. */
        synchronized Prospect best() {
            if (prospect == null && best != null) {
                prospect = best.get();
                best = null;
            }
            if (prospect == null) {
                throw new IllegalStateException("No set-up fits on this site");
            }
            return prospect;
        }
    }

    CachedSetUp of(TrainingTask trainingTask, Site site) {
        var key = new Key(trainingTask.ofOneStep(), site);
        synchronized (entries) {
            CachedSetUp there = entries.get(key);
            if (there != null) {
                return there;
            }
        }
        var found = new CachedSetUp(trainingModel.search(key.task, site), trainingModel);
        synchronized (entries) {
            return entries.merge(key, found, (first, _) -> first);
        }
    }
}
