package slipway.plan.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slipway.plan.training.TrainingAccelerators.Site;

/**
 * Goes through a space and keeps the set-ups whose step is shortest by the physical model. How much is recomputed needs
 * no trial where memory is ample: a step never gets shorter by recomputing more, but for sharded weights in a memory
 * that is nearly full. There every share is tried. Nor where memory is short: the more layers are recomputed,
 * the less is held, but for the first of them, whose work takes room of its own; so where neither none nor all of them
 * fit, no share does. So nothing is lost by what is left out.
 */
public final class SetUpSearch {

    /** Fuller than this, the allocator costs sharded set-ups time. */
    private static final double TIGHT = 0.7;

    /** So much more than reckoned may be held: a plan that just fits does not. */
    private static final double SPARE = 0.15;

    private static final Comparator<SetUp> SHORTEST =
            Comparator.comparingDouble(SetUp::seconds)
                    .thenComparingDouble(it -> it.configuration().layout().tensor())
                    .thenComparingDouble(it -> it.configuration().layout().pipeline())
                    .thenComparingDouble(it -> it.configuration().batch().again());

    private final Model model;
    private final TrainingTask trainingTask;
    private final Site site;
    private final boolean everything;
    private final int most;
    private final Map<FrameworkFamily, Double> releases = new EnumMap<>(FrameworkFamily.class);

    /**
     * @param seconds of a step
     * @param release of a family, in years since 2020
     */
    record Model(
            ToDoubleFunction<TrainingConfiguration> seconds,
            ToDoubleFunction<FrameworkFamily> release) {}

    private SetUpSearch(Model model, SearchSpace searchSpace, int most, boolean everything) {
        this.model = model;
        this.trainingTask = searchSpace.task();
        this.site = searchSpace.site();
        this.most = most;
        this.everything = everything;
        searchSpace.families().forEach(it -> releases.put(it, model.release.applyAsDouble(it)));
    }

    /** One way to train a task at a site, and how long a step takes by the physical model. */
    public record SetUp(TrainingConfiguration configuration, double seconds) {}

    /**
     * What came of it.
     *
     * @param shortest of each family the shortest few; the shortest first
     * @param considered set-ups whose step was reckoned
     * @param candidates set-ups that there are, also those that no accelerator holds
     */
    public record Found(List<SetUp> shortest, long considered, long candidates) {

        public Found {
            shortest = List.copyOf(shortest);
        }
    }

    static Found shortest(Model model, SearchSpace searchSpace, int most) {
        var setUpSearch = new SetUpSearch(model, searchSpace, most, false);
        return setUpSearch.found(searchSpace.places().stream());
    }

    /** The same, without leaving anything out: to show that nothing is lost, and how fast it is. On all processors. */
    static Found ofAll(Model model, SearchSpace searchSpace, int most) {
        var setUpSearch = new SetUpSearch(model, searchSpace, most, true);
        return setUpSearch.found(searchSpace.places().parallelStream());
    }

    /** Places are taken together in their order, so that of equal set-ups the same is kept however many look. */
    private Found found(Stream<SearchSpace.Place> places) {
        Kept kept = places.collect(() -> new Kept(most), this::place, Kept::add);
        return new Found(kept.shortest(), kept.considered, kept.candidates);
    }

    /** What was found so far. */
    private static final class Kept {

        private final int most;
        private final Map<FrameworkFamily, List<SetUp>> shortest =
                new EnumMap<>(FrameworkFamily.class);
        private long considered;
        private long candidates;

        Kept(int most) {
            this.most = most;
        }

        List<SetUp> shortest() {
            return shortest.values().stream().flatMap(List::stream).sorted(SHORTEST).toList();
        }

        void add(Kept later) {
            considered += later.considered;
            candidates += later.candidates;
            later.shortest.values().forEach(list -> list.forEach(this::add));
        }

        void add(SetUp found) {
            List<SetUp> best =
                    shortest.computeIfAbsent(
                            found.configuration().manner().family(), _ -> new ArrayList<>());
            if (best.size() == most && SHORTEST.compare(best.getLast(), found) <= 0) {
                return;
            }
            best.add(found);
            best.sort(SHORTEST);
            if (best.size() > most) {
                best.removeLast();
            }
        }
    }

    private void place(Kept kept, SearchSpace.Place place) {
        var trainingMemory =
                new TrainingMemory(
                        trainingTask.shape(),
                        site.rates(),
                        place.manner(),
                        place.layout(),
                        trainingTask.seq());
        var held = new Held(trainingMemory, trainingMemory.choosing());
        for (double micro : place.micros()) {
            batches(kept, place, held, micro);
        }
        // Any share of its layers is recomputed, or what costs little.
        kept.candidates += Math.round(place.micros().size() * (layersOfStage(place) + 2));
    }

    private double layersOfStage(SearchSpace.Place place) {
        return Math.ceil(trainingTask.shape().layers() / place.layout().pipeline());
    }

    /**
     * What one accelerator holds.
     *
     * @param choosing the same where only what costs little is recomputed
     */
    private record Held(TrainingMemory memory, TrainingMemory choosing) {

        double room() {
            return memory.room() / (1 + SPARE);
        }

        boolean fits(double micro, double again, double micros) {
            return memory.peak(micro, again, micros) <= room();
        }

        boolean fitsChoosing(double micro, double micros) {
            return choosing.peak(micro, 0, micros) <= room();
        }
    }

    private void batches(Kept kept, SearchSpace.Place place, Held held, double micro) {
        double micros = micros(place, micro);
        double layers = layersOfStage(place);
        SetUp best = null;
        boolean known = everything || held.fits(micro, 0, micros) || held.fits(micro, 1, micros);
        for (double layer = known ? 0 : layers + 1; layer <= layers; layer++) {
            double again = layer / layers;
            if (held.fits(micro, again, micros)) {
                boolean least = best == null;
                kept.considered++;
                best = better(best, recomputing(place, held.memory, micro, again));
                double full = held.memory.full(micro, again, micros);
                if (least && !everything && !isTight(place, full)) {
                    break;
                }
            }
        }
        if (held.fitsChoosing(micro, micros)) {
            kept.considered++;
            best = better(best, chosen(place, held.choosing, micro));
        }
        if (best != null) {
            kept.add(best);
        }
    }

    /** Micro-batches of a step. */
    private double micros(SearchSpace.Place place, double micro) {
        return trainingTask.global() / (place.layout().data() * micro);
    }

    private static SetUp better(@Nullable SetUp one, SetUp other) {
        return one == null || other.seconds() < one.seconds() ? other : one;
    }

    private static boolean isTight(SearchSpace.Place place, double full) {
        return place.manner().sharded() && full > TIGHT;
    }

    private SetUp recomputing(
            SearchSpace.Place place, TrainingMemory trainingMemory, double micro, double again) {
        TrainingBatch.Recompute recompute =
                again == 0
                        ? TrainingBatch.Recompute.NONE
                        : again == 1
                                ? TrainingBatch.Recompute.FULL
                                : TrainingBatch.Recompute.UNSAID;
        double full = trainingMemory.full(micro, again, micros(place, micro));
        return timed(
                place,
                new TrainingBatch(
                        trainingTask.seq(), micro, trainingTask.global(), recompute, again, full));
    }

    private SetUp chosen(SearchSpace.Place place, TrainingMemory trainingMemory, double micro) {
        double full = trainingMemory.full(micro, 0, micros(place, micro));
        return timed(
                place,
                new TrainingBatch(
                        trainingTask.seq(),
                        micro,
                        trainingTask.global(),
                        TrainingBatch.Recompute.SELECTIVE,
                        0,
                        full));
    }

    private SetUp timed(SearchSpace.Place place, TrainingBatch trainingBatch) {
        var trainingConfiguration =
                new TrainingConfiguration(
                        trainingTask.shape(),
                        site.rates(),
                        place.manner(),
                        place.layout(),
                        trainingBatch,
                        Objects.requireNonNull(releases.get(place.manner().family())),
                        List.of());
        return new SetUp(trainingConfiguration, model.seconds.applyAsDouble(trainingConfiguration));
    }
}
