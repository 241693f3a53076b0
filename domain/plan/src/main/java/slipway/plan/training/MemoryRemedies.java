package slipway.plan.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.plan.training.MemoryVerdict.Change;

/**
 * Finds the smallest change that makes a configuration fit: first of one setting, then of several at once. Settings are
 * tried in the order of their usual cost: a smaller micro-batch costs little, recomputation up to a third of the time,
 * and more accelerators cost money.
 */
final class MemoryRemedies {

    private static final double GIGA = 1e9;
    private static final int MAX_DOUBLINGS = 6;

    private final TrainingConfiguration configuration;

    private MemoryRemedies(TrainingConfiguration it) {
        this.configuration = it;
    }

    static List<Change> of(TrainingConfiguration trainingConfiguration) {
        var memoryRemedies = new MemoryRemedies(trainingConfiguration);
        List<Change> single =
                memoryRemedies
                        .singleChanges(trainingConfiguration)
                        .flatMap(tries -> tries.first().stream())
                        .toList();
        return single.isEmpty() ? memoryRemedies.combined() : single;
    }

    /** Values of one setting, the smallest change first. */
    private record Attempts(List<Attempt> attempts) {

        Optional<Change> first() {
            return attempts.stream()
                    .filter(Attempt::fits)
                    .findFirst()
                    .map(found -> new Change(found.what, found.peak()));
        }
    }

    private record Attempt(String what, TrainingConfiguration then) {

        boolean fits() {
            return gigabytes() <= then.memory().usableGigabytes();
        }

        Bytes peak() {
            return new Bytes(Math.round(gigabytes() * GIGA));
        }

        private double gigabytes() {
            TrainingBatch trainingBatch = then.batch();
            return then.memory()
                    .peak(
                            trainingBatch.microBatch(),
                            trainingBatch.recomputeFraction(),
                            then.microBatches());
        }
    }

    private Stream<Attempts> singleChanges(TrainingConfiguration from) {
        return Stream.of(
                        smallerMicroBatches(from),
                        moreRecomputation(from),
                        moreSharding(from),
                        moreTensorParallel(from),
                        morePipelineParallel(from),
                        moreAccelerators(from))
                .map(Attempts::new);
    }

    /** Changes each setting in turn as far as it goes, until all changes together fit. */
    private List<Change> combined() {
        TrainingConfiguration now = configuration;
        var done = new ArrayList<String>();
        for (int turn = 0; turn < 6; turn++) {
            List<Attempt> tries = singleChanges(now).toList().get(turn).attempts;
            if (tries.isEmpty()) {
                continue;
            }
            Optional<Attempt> fitting = tries.stream().filter(Attempt::fits).findFirst();
            Attempt chosen = fitting.orElse(tries.getLast());
            done.add(chosen.what);
            now = chosen.then;
            if (fitting.isPresent()) {
                return List.of(new Change(String.join(", ", done), chosen.peak()));
            }
        }
        return List.of();
    }

    private List<Attempt> smallerMicroBatches(TrainingConfiguration from) {
        double sequences = from.batch().globalBatch() / from.layout().dp();
        return IntStream.iterate(
                        (int) from.batch().microBatch() - 1,
                        micro -> micro >= 1,
                        micro -> micro - 1)
                .filter(micro -> sequences % micro == 0)
                .mapToObj(
                        micro ->
                                new Attempt(
                                        "micro-batch " + micro,
                                        from.with(from.batch().with(micro))))
                .toList();
    }

    private List<Attempt> moreRecomputation(TrainingConfiguration from) {
        TrainingBatch trainingBatch = from.batch();
        var tries = new ArrayList<Attempt>();
        if (trainingBatch.recomputeFraction() == 0
                && trainingBatch.recompute() != TrainingBatch.Recompute.SELECTIVE
                && from.method().family() == FrameworkFamily.TITAN) {
            tries.add(
                    new Attempt(
                            "recompute selectively",
                            from.with(trainingBatch.with(TrainingBatch.Recompute.SELECTIVE, 0))));
        }
        int layers = (int) Math.ceil(from.shape().layers() / from.layout().pp());
        int before = (int) Math.round(trainingBatch.recomputeFraction() * layers);
        boolean parts = from.method().family().recomputesParts();
        for (int count = parts ? before + 1 : layers; count < layers; count++) {
            tries.add(
                    new Attempt(
                            "recompute %d of %d layers".formatted(count, layers),
                            from.with(
                                    trainingBatch.with(
                                            TrainingBatch.Recompute.UNSTATED,
                                            (double) count / layers))));
        }
        if (before < layers) {
            tries.add(
                    new Attempt(
                            "recompute all layers",
                            from.with(trainingBatch.with(TrainingBatch.Recompute.FULL, 1))));
        }
        return tries;
    }

    private List<Attempt> moreSharding(TrainingConfiguration from) {
        if (from.layout().shardingGroup() <= 1) {
            return List.of();
        }
        return Stream.of(Sharding.values())
                .filter(more -> more.compareTo(from.method().sharding()) > 0)
                .filter(more -> !from.method().adapters().trained() || more == Sharding.ALL)
                .map(
                        more ->
                                new Attempt(
                                        "shard %s over %s"
                                                .formatted(
                                                        more.describe(),
                                                        Format.count(
                                                                (long)
                                                                        from.layout()
                                                                                .shardingGroup())),
                                        from.with(from.method().with(more))))
                .toList();
    }

    private List<Attempt> moreTensorParallel(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        return doublings(parallelLayout.tp())
                .filter(
                        parts ->
                                parts <= parallelLayout.scaleUpDomain()
                                        && from.shape().attention().heads() % parts == 0)
                .mapToObj(
                        parts ->
                                new Attempt(
                                        parts + " tensor parts",
                                        from.with(
                                                parallelLayout.resized(
                                                        parallelLayout.accelerators(),
                                                        parts,
                                                        parallelLayout.pp()))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private List<Attempt> morePipelineParallel(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        if (from.method().adapters().trained()) {
            return List.of();
        }
        return doublings(parallelLayout.pp())
                .filter(stages -> from.shape().layers() % stages == 0)
                .mapToObj(
                        stages ->
                                new Attempt(
                                        stages + " stages of a pipeline",
                                        from.with(
                                                parallelLayout.resized(
                                                        parallelLayout.accelerators(),
                                                        parallelLayout.tp(),
                                                        stages))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private List<Attempt> moreAccelerators(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        return doublings(parallelLayout.accelerators())
                .mapToObj(
                        all ->
                                new Attempt(
                                        Format.count(all) + " accelerators",
                                        from.with(
                                                parallelLayout.resized(
                                                        all,
                                                        parallelLayout.tp(),
                                                        parallelLayout.pp()))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private static IntStream doublings(double from) {
        return IntStream.rangeClosed(1, MAX_DOUBLINGS).map(times -> (int) from << times);
    }

    /** Whether the number of data-parallel replicas is whole and each has a sequence. */
    private static boolean isWhole(Attempt attempt) {
        double copies = attempt.then.layout().dp();
        double expertCopies = attempt.then.layout().expertShardingGroup();
        return copies >= 1
                && copies == Math.rint(copies)
                && (!attempt.then.shape().hasExperts() || expertCopies == Math.rint(expertCopies))
                && attempt.then.batch().globalBatch() % copies == 0
                && attempt.then.batch().microBatch() * copies <= attempt.then.batch().globalBatch();
    }
}
