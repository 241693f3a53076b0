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
 * All layouts of a task on a site that the frameworks support: which sizes divide what, and which methods they combine.
 * A wide space has every layout that divides, supported or not; only benchmarks use it, to match the size of other
 * search spaces.
 */
final class SearchSpace {

    /**
     * Layers by which the pipeline stages may differ, since the first and the last have the embedding table and the
     * output layer.
     */
    private static final int MAX_UNEVEN_LAYERS = 2;

    /** Tokens of a sequence part below which context parallelism is not worth its communication. */
    private static final double MIN_TOKENS_PER_RANK = 8_192;

    private static final int MAX_MICRO_BATCH = 64;

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

    /** Frameworks that can train the task on the site. */
    Set<FrameworkFamily> families() {
        return methods().stream().map(TrainingMethod::family).collect(Collectors.toSet());
    }

    List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }

    /**
     * A method and a layout, before the micro-batch is chosen.
     *
     * @param microBatches possible micro-batches: sequences of one rank at once
     */
    record Candidate(TrainingMethod method, ParallelLayout layout, List<Double> microBatches) {}

    private void forEach(Consumer<Candidate> then) {
        for (TrainingMethod trainingMethod : methods()) {
            for (int tensor : tpSizes()) {
                for (int pipeline : ppSizes(trainingMethod)) {
                    for (int context : cpSizes()) {
                        if (site.accelerators() % (tensor * pipeline * context) == 0) {
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
            Consumer<Candidate> then) {
        int data = site.accelerators() / (tensor * pipeline * context);
        if (trainingTask.globalBatch() % data != 0) {
            return;
        }
        List<Double> micros = microBatches(trainingTask.globalBatch() / data);
        for (int expert : epSizes(data * context)) {
            for (int interleaved : virtualStageCounts(pipeline)) {
                var parallelLayout =
                        new ParallelLayout(
                                site.accelerators(),
                                tensor,
                                pipeline,
                                interleaved,
                                context,
                                new ParallelLayout.ExpertLayout(expert, 1),
                                data,
                                site.scaleUpDomain());
                then.accept(new Candidate(trainingMethod, parallelLayout, micros));
            }
        }
    }

    /** Methods: fully sharded weights as in PyTorch FSDP, or a sharded optimizer as in Megatron. */
    private List<TrainingMethod> methods() {
        boolean tpu = site.rates().chip() == ChipGeneration.TPU;
        if (tpu) {
            return List.of(method(FrameworkFamily.TPU, Sharding.ALL));
        }
        if (wide) {
            return Stream.of(FrameworkFamily.TITAN, FrameworkFamily.BRIDGE)
                    .flatMap(it -> Stream.of(Sharding.values()).map(how -> method(it, how)))
                    .toList();
        }
        return trainingTask.trainsAdapters()
                ? List.of(
                        method(FrameworkFamily.TUNE, Sharding.ALL),
                        method(FrameworkFamily.TUNE, Sharding.OPTIMIZER))
                : List.of(
                        method(FrameworkFamily.TITAN, Sharding.ALL),
                        method(FrameworkFamily.TITAN, Sharding.GRADIENTS),
                        method(FrameworkFamily.BRIDGE, Sharding.OPTIMIZER));
    }

    private TrainingMethod method(FrameworkFamily frameworkFamily, Sharding sharding) {
        return new TrainingMethod(
                frameworkFamily,
                trainingTask.dtype(),
                false,
                new TrainingMethod.Adapters(
                        trainingTask.trainsAdapters(),
                        0,
                        trainingTask.tuning() == TrainingTask.Tuning.QLORA),
                sharding,
                false,
                MemorySaving.defaults(frameworkFamily));
    }

    private List<Integer> tpSizes() {
        return powers(wide ? site.accelerators() : site.scaleUpDomain())
                .filter(parts -> modelShape.attention().heads() % parts == 0)
                .filter(
                        parts ->
                                modelShape.attention().kvHeads() % parts == 0
                                        || parts % modelShape.attention().kvHeads() == 0)
                .toList();
    }

    private List<Integer> ppSizes(TrainingMethod trainingMethod) {
        if (!wide && (trainingMethod.shardsWeights() || trainingMethod.adapters().trained())) {
            return List.of(1);
        }
        return IntStream.rangeClosed(1, (int) Math.min(modelShape.layers(), site.accelerators()))
                .filter(stages -> site.accelerators() % stages == 0)
                .filter(stages -> wide || isEven(stages))
                .boxed()
                .toList();
    }

    private boolean isEven(int stages) {
        double layers = Math.ceil(modelShape.layers() / stages) * stages;
        return layers - modelShape.layers() <= MAX_UNEVEN_LAYERS;
    }

    private List<Integer> cpSizes() {
        return powers(
                        Math.max(
                                1,
                                wide
                                        ? trainingTask.seq()
                                        : trainingTask.seq() / MIN_TOKENS_PER_RANK))
                .filter(parts -> !wide || trainingTask.seq() % parts == 0)
                .toList();
    }

    private List<Integer> epSizes(int ranks) {
        if (!modelShape.hasExperts()) {
            return List.of(1);
        }
        return powers(Math.min(ranks, modelShape.routed().count()))
                .filter(parts -> ranks % parts == 0 && modelShape.routed().count() % parts == 0)
                .toList();
    }

    /** Counts of virtual stages (interleaved schedule); each virtual stage has at least one layer. */
    private List<Integer> virtualStageCounts(int pipeline) {
        int layers = (int) Math.ceil(modelShape.layers() / pipeline);
        return pipeline == 1
                ? List.of(1)
                : IntStream.rangeClosed(1, layers)
                        .filter(turns -> wide || layers % turns == 0)
                        .boxed()
                        .toList();
    }

    /** Micro-batches that divide the sequences of a rank. */
    private List<Double> microBatches(double sequences) {
        return IntStream.rangeClosed(
                        1, (int) Math.min(wide ? sequences : MAX_MICRO_BATCH, sequences))
                .filter(micro -> sequences % micro == 0)
                .mapToObj(micro -> (double) micro)
                .toList();
    }

    private static Stream<Integer> powers(double most) {
        return IntStream.iterate(1, parts -> parts <= most, parts -> parts * 2).boxed();
    }
}
