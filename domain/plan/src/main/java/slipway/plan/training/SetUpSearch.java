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
 * Searches a space for the set-ups with the shortest step by the physical model. Two rules skip fractions of
 * recomputation without losing a result. Where memory is ample, more recomputation never shortens a step, except for
 * sharded weights in a nearly full memory: there every fraction is tried. Where memory is short, more recomputation
 * needs less memory, except for the workspace of the first recomputed layer: so where neither none nor all of the
 * layers fit, no fraction fits.
 */
public final class SetUpSearch {

    /** Above this memory fill the allocator slows down sharded set-ups. */
    private static final double NEARLY_FULL = 0.7;

    /** Headroom: a set-up must fit with this share on top of the computed peak. */
    private static final double HEADROOM = 0.15;

    private static final Comparator<SetUp> SHORTEST =
            Comparator.comparingDouble(SetUp::seconds)
                    .thenComparingDouble(it -> it.configuration().layout().tp())
                    .thenComparingDouble(it -> it.configuration().layout().pp())
                    .thenComparingDouble(it -> it.configuration().batch().recomputeFraction());

    private final StepModel model;
    private final TrainingTask trainingTask;
    private final Site site;
    private final boolean exhaustive;
    private final int shortlistSize;
    private final Map<FrameworkFamily, Double> releases = new EnumMap<>(FrameworkFamily.class);

    /**
     * @param seconds of a step
     * @param release the release to assume for a family, in years since 2020
     */
    record StepModel(
            ToDoubleFunction<TrainingConfiguration> seconds,
            ToDoubleFunction<FrameworkFamily> release) {}

    private SetUpSearch(StepModel model, SearchSpace searchSpace, int most, boolean everything) {
        this.model = model;
        this.trainingTask = searchSpace.task();
        this.site = searchSpace.site();
        this.shortlistSize = most;
        this.exhaustive = everything;
        searchSpace.families().forEach(it -> releases.put(it, model.release.applyAsDouble(it)));
    }

    /** One set-up of a task on a site, with its step time by the physical model. */
    public record SetUp(TrainingConfiguration configuration, double seconds) {}

    /**
     * The result of a search.
     *
     * @param shortest the shortest set-ups of each family, the shortest first
     * @param considered number of set-ups whose step time was computed
     * @param candidates number of all set-ups, with those that do not fit in memory
     */
    public record FoundSetUps(List<SetUp> shortest, long considered, long candidates) {

        public FoundSetUps {
            shortest = List.copyOf(shortest);
        }
    }

    static FoundSetUps shortest(StepModel model, SearchSpace searchSpace, int most) {
        var setUpSearch = new SetUpSearch(model, searchSpace, most, false);
        return setUpSearch.found(searchSpace.candidates().stream());
    }

    /** Tries every set-up on all processors: to verify that the search loses none, and to measure its speed. */
    static FoundSetUps exhaustive(StepModel model, SearchSpace searchSpace, int most) {
        var setUpSearch = new SetUpSearch(model, searchSpace, most, true);
        return setUpSearch.found(searchSpace.candidates().parallelStream());
    }

    /** Candidates are collected in their order, so that ties resolve alike however many threads search. */
    private FoundSetUps found(Stream<SearchSpace.Candidate> places) {
        Shortlist shortlist =
                places.collect(() -> new Shortlist(shortlistSize), this::evaluate, Shortlist::add);
        return new FoundSetUps(shortlist.shortest(), shortlist.considered, shortlist.candidates);
    }

    /** The shortest set-ups so far, by family. */
    private static final class Shortlist {

        private final int size;
        private final Map<FrameworkFamily, List<SetUp>> shortest =
                new EnumMap<>(FrameworkFamily.class);
        private long considered;
        private long candidates;

        Shortlist(int most) {
            this.size = most;
        }

        List<SetUp> shortest() {
            return shortest.values().stream().flatMap(List::stream).sorted(SHORTEST).toList();
        }

        void add(Shortlist later) {
            considered += later.considered;
            candidates += later.candidates;
            later.shortest.values().forEach(list -> list.forEach(this::add));
        }

        void add(SetUp found) {
            List<SetUp> best =
                    shortest.computeIfAbsent(
                            found.configuration().method().family(), _ -> new ArrayList<>());
            if (best.size() == size && SHORTEST.compare(best.getLast(), found) <= 0) {
                return;
            }
            best.add(found);
            best.sort(SHORTEST);
            if (best.size() > size) {
                best.removeLast();
            }
        }
    }

    private void evaluate(Shortlist shortlist, SearchSpace.Candidate candidate) {
        var trainingMemory =
                new TrainingMemory(
                        trainingTask.shape(),
                        site.rates(),
                        candidate.method(),
                        candidate.layout(),
                        trainingTask.seq());
        var candidateMemory =
                new CandidateMemory(trainingMemory, trainingMemory.withSelectiveRecompute());
        for (double micro : candidate.microBatches()) {
            evaluateMicroBatch(shortlist, candidate, candidateMemory, micro);
        }
        // Any number of layers may be recomputed, or recomputation is selective.
        shortlist.candidates +=
                Math.round(candidate.microBatches().size() * (layersOfStage(candidate) + 2));
    }

    private double layersOfStage(SearchSpace.Candidate candidate) {
        return Math.ceil(trainingTask.shape().layers() / candidate.layout().pp());
    }

    /**
     * The memory of one accelerator for a candidate.
     *
     * @param selective the same with selective recomputation
     */
    private record CandidateMemory(TrainingMemory memory, TrainingMemory selective) {

        double limit() {
            return memory.usableGigabytes() / (1 + HEADROOM);
        }

        boolean fits(double micro, double recomputeFraction, double microBatches) {
            return memory.peak(micro, recomputeFraction, microBatches) <= limit();
        }

        boolean fitsSelective(double micro, double microBatches) {
            return selective.peak(micro, 0, microBatches) <= limit();
        }
    }

    private void evaluateMicroBatch(
            Shortlist shortlist,
            SearchSpace.Candidate candidate,
            CandidateMemory candidateMemory,
            double micro) {
        double microBatches = microBatches(candidate, micro);
        double layers = layersOfStage(candidate);
        SetUp best = null;
        boolean known =
                exhaustive
                        || candidateMemory.fits(micro, 0, microBatches)
                        || candidateMemory.fits(micro, 1, microBatches);
        for (double layer = known ? 0 : layers + 1; layer <= layers; layer++) {
            double recomputeFraction = layer / layers;
            if (candidateMemory.fits(micro, recomputeFraction, microBatches)) {
                boolean least = best == null;
                shortlist.considered++;
                best =
                        better(
                                best,
                                withRecomputation(
                                        candidate,
                                        candidateMemory.memory,
                                        micro,
                                        recomputeFraction));
                double full = candidateMemory.memory.fill(micro, recomputeFraction, microBatches);
                if (least && !exhaustive && !isNearlyFull(candidate, full)) {
                    break;
                }
            }
        }
        if (candidateMemory.fitsSelective(micro, microBatches)) {
            shortlist.considered++;
            best =
                    better(
                            best,
                            withSelectiveRecompute(candidate, candidateMemory.selective, micro));
        }
        if (best != null) {
            shortlist.add(best);
        }
    }

    /** Micro-batches of a step (gradient accumulation steps). */
    private double microBatches(SearchSpace.Candidate candidate, double micro) {
        return trainingTask.globalBatch() / (candidate.layout().dp() * micro);
    }

    private static SetUp better(@Nullable SetUp one, SetUp other) {
        return one == null || other.seconds() < one.seconds() ? other : one;
    }

    private static boolean isNearlyFull(SearchSpace.Candidate candidate, double full) {
        return candidate.method().shardsWeights() && full > NEARLY_FULL;
    }

    private SetUp withRecomputation(
            SearchSpace.Candidate candidate,
            TrainingMemory trainingMemory,
            double micro,
            double recomputeFraction) {
        TrainingBatch.Recompute recompute =
                recomputeFraction == 0
                        ? TrainingBatch.Recompute.NONE
                        : recomputeFraction == 1
                                ? TrainingBatch.Recompute.FULL
                                : TrainingBatch.Recompute.UNSTATED;
        double full = trainingMemory.fill(micro, recomputeFraction, microBatches(candidate, micro));
        return timed(
                candidate,
                new TrainingBatch(
                        trainingTask.seq(),
                        micro,
                        trainingTask.globalBatch(),
                        recompute,
                        recomputeFraction,
                        full));
    }

    private SetUp withSelectiveRecompute(
            SearchSpace.Candidate candidate, TrainingMemory trainingMemory, double micro) {
        double full = trainingMemory.fill(micro, 0, microBatches(candidate, micro));
        return timed(
                candidate,
                new TrainingBatch(
                        trainingTask.seq(),
                        micro,
                        trainingTask.globalBatch(),
                        TrainingBatch.Recompute.SELECTIVE,
                        0,
                        full));
    }

    private SetUp timed(SearchSpace.Candidate candidate, TrainingBatch trainingBatch) {
        var trainingConfiguration =
                new TrainingConfiguration(
                        trainingTask.shape(),
                        site.rates(),
                        candidate.method(),
                        candidate.layout(),
                        trainingBatch,
                        Objects.requireNonNull(releases.get(candidate.method().family())),
                        List.of());
        return new SetUp(trainingConfiguration, model.seconds.applyAsDouble(trainingConfiguration));
    }
}
