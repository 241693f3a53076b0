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
 * Looks for the least change that makes a configuration fit: first of one thing, then of several at once. The order is
 * that of what they usually cost: a smaller micro-batch wastes little, recomputing up to a third of the time, and more
 * accelerators are another bill.
 */
final class MemoryRemedies {

    private static final double GIGA = 1e9;
    private static final int MOST_DOUBLINGS = 6;

    private final TrainingConfiguration it;

    private MemoryRemedies(TrainingConfiguration it) {
        this.it = it;
    }

    static List<Change> of(TrainingConfiguration trainingConfiguration) {
        var memoryRemedies = new MemoryRemedies(trainingConfiguration);
        List<Change> single =
                memoryRemedies
                        .one(trainingConfiguration)
                        .flatMap(tries -> tries.first().stream())
                        .toList();
        return single.isEmpty() ? memoryRemedies.together() : single;
    }

    /** One thing changed, the least first. */
    private record Tries(List<Try> tries) {

        Optional<Change> first() {
            return tries.stream()
                    .filter(Try::fits)
                    .findFirst()
                    .map(found -> new Change(found.what, found.peak()));
        }
    }

    private record Try(String what, TrainingConfiguration then) {

        boolean fits() {
            return gigabytes() <= then.memory().room();
        }

        Bytes peak() {
            return new Bytes(Math.round(gigabytes() * GIGA));
        }

        private double gigabytes() {
            TrainingBatch trainingBatch = then.batch();
            return then.memory().peak(trainingBatch.micro(), trainingBatch.again(), then.micros());
        }
    }

    private Stream<Tries> one(TrainingConfiguration from) {
        return Stream.of(
                        micros(from),
                        recomputing(from),
                        sharding(from),
                        tensors(from),
                        pipelines(from),
                        accelerators(from))
                .map(Tries::new);
    }

    /** Each thing is changed as far as it goes, in turn, until all of it together fits. */
    private List<Change> together() {
        TrainingConfiguration now = it;
        var done = new ArrayList<String>();
        for (int turn = 0; turn < 6; turn++) {
            List<Try> tries = one(now).toList().get(turn).tries;
            if (tries.isEmpty()) {
                continue;
            }
            Optional<Try> fitting = tries.stream().filter(Try::fits).findFirst();
            Try chosen = fitting.orElse(tries.getLast());
            done.add(chosen.what);
            now = chosen.then;
            if (fitting.isPresent()) {
                return List.of(new Change(String.join(", ", done), chosen.peak()));
            }
        }
        return List.of();
    }

    private List<Try> micros(TrainingConfiguration from) {
        double sequences = from.batch().global() / from.layout().data();
        return IntStream.iterate(
                        (int) from.batch().micro() - 1, micro -> micro >= 1, micro -> micro - 1)
                .filter(micro -> sequences % micro == 0)
                .mapToObj(
                        micro ->
                                new Try(
                                        "micro-batch " + micro,
                                        from.with(from.batch().with(micro))))
                .toList();
    }

    private List<Try> recomputing(TrainingConfiguration from) {
        TrainingBatch trainingBatch = from.batch();
        var tries = new ArrayList<Try>();
        if (trainingBatch.again() == 0
                && trainingBatch.stated() != TrainingBatch.Recompute.SELECTIVE
                && from.manner().family() == FrameworkFamily.TITAN) {
            tries.add(
                    new Try(
                            "recompute selectively",
                            from.with(trainingBatch.with(TrainingBatch.Recompute.SELECTIVE, 0))));
        }
        int layers = (int) Math.ceil(from.shape().layers() / from.layout().pipeline());
        int before = (int) Math.round(trainingBatch.again() * layers);
        boolean parts = from.manner().family().recomputesParts();
        for (int count = parts ? before + 1 : layers; count < layers; count++) {
            tries.add(
                    new Try(
                            "recompute %d of %d layers".formatted(count, layers),
                            from.with(
                                    trainingBatch.with(
                                            TrainingBatch.Recompute.UNSAID,
                                            (double) count / layers))));
        }
        if (before < layers) {
            tries.add(
                    new Try(
                            "recompute all layers",
                            from.with(trainingBatch.with(TrainingBatch.Recompute.FULL, 1))));
        }
        return tries;
    }

    private List<Try> sharding(TrainingConfiguration from) {
        if (from.layout().group() <= 1) {
            return List.of();
        }
        return Stream.of(Sharding.values())
                .filter(more -> more.compareTo(from.manner().sharding()) > 0)
                .filter(more -> !from.manner().adapters() || more == Sharding.ALL)
                .map(
                        more ->
                                new Try(
                                        "shard %s over %s"
                                                .formatted(
                                                        more.words(),
                                                        Format.count((long) from.layout().group())),
                                        from.with(from.manner().with(more))))
                .toList();
    }

    private List<Try> tensors(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        return doublings(parallelLayout.tensor())
                .filter(
                        parts ->
                                parts <= parallelLayout.domain()
                                        && from.shape().heads() % parts == 0)
                .mapToObj(
                        parts ->
                                new Try(
                                        parts + " tensor parts",
                                        from.with(
                                                parallelLayout.cut(
                                                        parallelLayout.all(),
                                                        parts,
                                                        parallelLayout.pipeline()))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private List<Try> pipelines(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        if (from.manner().adapters()) {
            return List.of();
        }
        return doublings(parallelLayout.pipeline())
                .filter(stages -> from.shape().layers() % stages == 0)
                .mapToObj(
                        stages ->
                                new Try(
                                        stages + " stages of a pipeline",
                                        from.with(
                                                parallelLayout.cut(
                                                        parallelLayout.all(),
                                                        parallelLayout.tensor(),
                                                        stages))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private List<Try> accelerators(TrainingConfiguration from) {
        ParallelLayout parallelLayout = from.layout();
        return doublings(parallelLayout.all())
                .mapToObj(
                        all ->
                                new Try(
                                        Format.count(all) + " accelerators",
                                        from.with(
                                                parallelLayout.cut(
                                                        all,
                                                        parallelLayout.tensor(),
                                                        parallelLayout.pipeline()))))
                .filter(MemoryRemedies::isWhole)
                .toList();
    }

    private static IntStream doublings(double from) {
        return IntStream.rangeClosed(1, MOST_DOUBLINGS).map(times -> (int) from << times);
    }

    /** Copies are whole, and each has a sequence. */
    private static boolean isWhole(Try attempt) {
        double copies = attempt.then.layout().data();
        return copies >= 1
                && copies == Math.rint(copies)
                && attempt.then.batch().global() % copies == 0
                && attempt.then.batch().micro() * copies <= attempt.then.batch().global();
    }
}
