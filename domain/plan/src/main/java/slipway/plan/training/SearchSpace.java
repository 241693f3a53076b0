package slipway.plan.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.plan.training.TrainingAccelerators.Site;

/**
 * Every way to spread a task over a site that the frameworks take: what divides what, and what they do not combine. A
 * wide one has everything that divides, whether or not a framework combines it; nobody plans with it, it is there to
 * be as large as what others search.
 */
final class SearchSpace {

    /** Stages may differ by a layer at either end: the table of tokens and the output layer are there. */
    private static final int UNEVEN = 2;

    /** Shorter parts of a sequence are not worth the exchange between ranks. */
    private static final double SHORTEST_PART = 8_192;

    private static final int MOST_MICRO = 64;

    private final TrainingTask trainingTask;
    private final Site site;
    private final boolean wide;
    private final ModelShape modelShape;

    private SearchSpace(TrainingTask trainingTask, Site site, boolean wide) {
        this.trainingTask = trainingTask;
        this.site = site;
        this.wide = wide;
        this.modelShape = trainingTask.shape();
    }

    static SearchSpace usual(TrainingTask trainingTask, Site site) {
        return new SearchSpace(trainingTask, site, false);
    }

    static SearchSpace wide(TrainingTask trainingTask, Site site) {
        return new SearchSpace(trainingTask, site, true);
    }

    TrainingTask task() {
        return trainingTask;
    }

    Site site() {
        return site;
    }

    /** Who could train it there. */
    Set<FrameworkFamily> families() {
        return manners().stream().map(TrainingMethod::family).collect(Collectors.toSet());
    }

    List<Place> places() {
        List<Place> all = new ArrayList<>();
        each(all::add);
        return all;
    }

    /**
     * What the ranks do alike, before anybody says how many sequences they take at once.
     *
     * @param micros sequences that one rank can take at once
     */
    record Place(TrainingMethod manner, ParallelLayout layout, List<Double> micros) {}

    private void each(Consumer<Place> then) {
        for (TrainingMethod trainingMethod : manners()) {
            for (int tensor : tensors()) {
                for (int pipeline : pipelines(trainingMethod)) {
                    for (int context : contexts()) {
                        if (site.all() % (tensor * pipeline * context) == 0) {
                            spread(trainingMethod, tensor, pipeline, context, then);
                        }
                    }
                }
            }
        }
    }

    private void spread(
            TrainingMethod trainingMethod,
            int tensor,
            int pipeline,
            int context,
            Consumer<Place> then) {
        int data = site.all() / (tensor * pipeline * context);
        if (trainingTask.global() % data != 0) {
            return;
        }
        List<Double> micros = micros(trainingTask.global() / data);
        for (int expert : experts(data * context)) {
            for (int interleaved : interleavings(pipeline)) {
                var parallelLayout =
                        new ParallelLayout(
                                site.all(),
                                tensor,
                                pipeline,
                                interleaved,
                                context,
                                expert,
                                data,
                                site.domain());
                then.accept(new Place(trainingMethod, parallelLayout, micros));
            }
        }
    }

    /** Fully sharded weights as PyTorch does it, or sharded optimizers as Megatron does. */
    private List<TrainingMethod> manners() {
        boolean tpu = site.rates().chip() == ChipGeneration.TPU;
        if (tpu) {
            return List.of(manner(FrameworkFamily.TPU, Sharding.ALL));
        }
        if (wide) {
            return Stream.of(FrameworkFamily.TITAN, FrameworkFamily.BRIDGE)
                    .flatMap(it -> Stream.of(Sharding.values()).map(how -> manner(it, how)))
                    .toList();
        }
        return trainingTask.trainsAdapters()
                ? List.of(
                        manner(FrameworkFamily.TUNE, Sharding.ALL),
                        manner(FrameworkFamily.TUNE, Sharding.OPTIMIZER))
                : List.of(
                        manner(FrameworkFamily.TITAN, Sharding.ALL),
                        manner(FrameworkFamily.TITAN, Sharding.GRADIENTS),
                        manner(FrameworkFamily.BRIDGE, Sharding.OPTIMIZER));
    }

    private TrainingMethod manner(FrameworkFamily frameworkFamily, Sharding sharding) {
        return new TrainingMethod(
                frameworkFamily,
                trainingTask.dtype(),
                false,
                trainingTask.trainsAdapters(),
                0,
                trainingTask.tuning() == TrainingTask.Tuning.QLORA,
                sharding,
                false,
                MemorySaving.usual(frameworkFamily));
    }

    private List<Integer> tensors() {
        return powers(wide ? site.all() : site.domain())
                .filter(parts -> modelShape.heads() % parts == 0)
                .filter(parts -> modelShape.kv() % parts == 0 || parts % modelShape.kv() == 0)
                .toList();
    }

    private List<Integer> pipelines(TrainingMethod trainingMethod) {
        if (!wide && (trainingMethod.sharded() || trainingMethod.adapters())) {
            return List.of(1);
        }
        return IntStream.rangeClosed(1, (int) Math.min(modelShape.layers(), site.all()))
                .filter(stages -> site.all() % stages == 0)
                .filter(stages -> wide || isEven(stages))
                .boxed()
                .toList();
    }

    private boolean isEven(int stages) {
        double layers = Math.ceil(modelShape.layers() / stages) * stages;
        return layers - modelShape.layers() <= UNEVEN;
    }

    private List<Integer> contexts() {
        return powers(Math.max(1, wide ? trainingTask.seq() : trainingTask.seq() / SHORTEST_PART))
                .filter(parts -> !wide || trainingTask.seq() % parts == 0)
                .toList();
    }

    private List<Integer> experts(int ranks) {
        if (!modelShape.hasExperts()) {
            return List.of(1);
        }
        return powers(Math.min(ranks, modelShape.routed().count()))
                .filter(parts -> ranks % parts == 0 && modelShape.routed().count() % parts == 0)
                .toList();
    }

    /** Stages in turns; each turn is at least a layer. */
    private List<Integer> interleavings(int pipeline) {
        int layers = (int) Math.ceil(modelShape.layers() / pipeline);
        return pipeline == 1
                ? List.of(1)
                : IntStream.rangeClosed(1, layers)
                        .filter(turns -> wide || layers % turns == 0)
                        .boxed()
                        .toList();
    }

    /** What divides the sequences of a rank. */
    private List<Double> micros(double sequences) {
        return IntStream.rangeClosed(1, (int) Math.min(wide ? sequences : MOST_MICRO, sequences))
                .filter(micro -> sequences % micro == 0)
                .mapToObj(micro -> (double) micro)
                .toList();
    }

    private static Stream<Integer> powers(double most) {
        return IntStream.iterate(1, parts -> parts <= most, parts -> parts * 2).boxed();
    }
}
