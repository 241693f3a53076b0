package slipway.plan.training;

import slipway.plan.table.FittedCoefficients;

/**
 * The physical model of training: the time of one step is the sum of what it has to do. docs/planning-model.md lists
 * each formula in the same order; the coefficients are fitted.
 */
final class StepTime {

    private static final double GIGA = 1e9;
    private static final double MICRO = 1e-6;
    private static final double PICO = 1e-12;

    /** Bytes per second between accelerator and host: 16 lanes of PCIe 4. */
    private static final double HOST_LINK = 25 * GIGA;

    /** Bytes per second of the optimizer on the host: an eighth of the host's memory bandwidth. */
    private static final double HOST_UPDATE_RATE = 25 * GIGA;

    private final FittedCoefficients c;
    private final TrainingConfiguration configuration;
    private final ModelShape modelShape;
    private final ParallelLayout parallelLayout;
    private final TrainingMethod trainingMethod;
    private final LayerFlops layerFlops;
    private final GemmTimeModel gemmModel;
    private final GemmTimeModel gemmModel16;
    private final double gemmEfficiency;
    private final double gemmEfficiency16;
    private final double bandwidth;
    private final double tokens;
    private final double layersPerStage;
    private final double backwardPasses;
    private final double recomputeFraction;
    private final RankParameters parameters;
    private final Collectives collectives;

    private StepTime(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        this.c = fittedCoefficients;
        this.configuration = trainingConfiguration;
        this.modelShape = configuration.shape();
        this.parallelLayout = configuration.layout();
        this.trainingMethod = configuration.method();
        this.layerFlops = configuration.layerFlops();
        AcceleratorRates acceleratorRates = configuration.rates();
        this.gemmModel = gemmTables.of(acceleratorRates, trainingMethod.dtype());
        this.gemmModel16 = gemmTables.of(acceleratorRates, GemmDtype.BFLOAT16);
        this.gemmEfficiency = c.of(acceleratorRates.chip().gemmCoefficient(trainingMethod.dtype()));
        this.gemmEfficiency16 = c.of(acceleratorRates.chip().gemmCoefficient(GemmDtype.BFLOAT16));
        this.bandwidth = acceleratorRates.bandwidth() * GIGA;
        this.tokens =
                configuration.tokensPerMicroBatch()
                        * (trainingMethod.adapters().eagerLaunches() > 0 ? c.of("length") : 1);
        this.layersPerStage = modelShape.layers() / parallelLayout.pp();
        this.backwardPasses = trainingMethod.adapters().trained() ? 1 : 2;
        this.recomputeFraction = configuration.batch().recomputeFraction();
        double tables = 2 * modelShape.vocabulary() * modelShape.hidden() / parallelLayout.tp();
        this.parameters =
                RankParameters.ofLayer(modelShape, layerFlops, parallelLayout)
                        .times(layersPerStage)
                        .plusDense(tables / parallelLayout.pp());
        this.collectives = new Collectives(c, configuration, tokens, parameters);
    }

    /** Seconds of one step. */
    static double of(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        return new StepTime(fittedCoefficients, gemmTables, trainingConfiguration).seconds();
    }

    /** The same, by what the time is spent on. */
    static StepBreakdown breakdown(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        return new StepTime(fittedCoefficients, gemmTables, trainingConfiguration).breakdown();
    }

    private double seconds() {
        double compute = compute().seconds();
        double micro = compute + exposedCommunication(compute);
        return (micro * (configuration.microBatches() + bubble())
                        + collectives.allReduceGradients()
                        + hostTransfer()
                        + optimizerStep())
                * (1 + stragglers());
    }

    private double bubble() {
        return (parallelLayout.pp() - 1) / parallelLayout.virtualStages();
    }

    private double stragglers() {
        return c.of("crowd") * log2(parallelLayout.accelerators());
    }

    private double exposedCommunication(double compute) {
        return collectives.allReduceTensorParallel()
                + collectives.allToAllExperts()
                + collectives.pointToPointStages()
                + shardedWeights(compute);
    }

    private StepBreakdown breakdown() {
        Compute computing = compute();
        double compute = computing.seconds();
        double passes = configuration.microBatches();
        double traffic = exposedCommunication(compute);
        return new StepBreakdown(
                new StepBreakdown.Compute(
                        passes * computing.matrixProducts,
                        passes * computing.attention,
                        passes * computing.memoryPasses,
                        passes * computing.recompute,
                        passes * computing.outputLayer,
                        passes * computing.launchOverhead()),
                passes * traffic + collectives.allReduceGradients() + hostTransfer(),
                bubble() * (compute + traffic),
                optimizerStep(),
                seconds() * stragglers() / (1 + stragglers()));
    }

    /** Computing of one micro-batch on one rank, forward and backward, in seconds. */
    private record Compute(
            double matrixProducts,
            double attention,
            double memoryPasses,
            double recompute,
            double outputLayer,
            double launches,
            double unpack) {

        private double busy() {
            return matrixProducts + attention + memoryPasses + recompute + outputLayer;
        }

        /** Kernel launches overlap with running kernels; they only show where there are many small kernels. */
        double seconds() {
            return Math.hypot(busy(), launches) + unpack;
        }

        double launchOverhead() {
            return seconds() - busy();
        }
    }

    private Compute compute() {
        double scale = publishedWorkScale();
        double products = scale * (denseProducts() + expertProducts());
        double attend = attentionSeconds(scale);
        double passes = memoryPasses();
        double forward = layersPerStage * (products + attend + passes);
        double recompute =
                c.of("recompute") * recomputeFraction * forward
                        + (isSelective() ? layersPerStage * attend : 0);
        return new Compute(
                layersPerStage * (1 + backwardPasses) * products,
                layersPerStage * 3.5 * attend,
                layersPerStage * 2.5 * passes,
                recompute,
                outputLayer(),
                launches(),
                trainingMethod.adapters().fourBitWeights()
                        ? c.of("unpack") * PICO * parameters.whole() * (1 + backwardPasses)
                        : 0);
    }

    /** Published work over the formula's work, for models that the formula does not describe; else 1. */
    private double publishedWorkScale() {
        if (modelShape.publishedGigaflops() == 0) {
            return 1;
        }
        double layer =
                layerFlops.projections()
                        + layerFlops.mlp()
                        + layerFlops.experts()
                        + layerFlops.attention();
        double formula =
                3
                        * (modelShape.layers() * layer
                                + 2 * modelShape.hidden() * modelShape.vocabulary());
        return modelShape.publishedGigaflops() * GIGA / formula;
    }

    private double denseProducts() {
        double tp = parallelLayout.tp();
        double wide = modelShape.attention().heads() * modelShape.attention().headSize() / tp;
        double ffn = Math.max(64, modelShape.feedForward().ffn() / tp);
        double keys = 2 * modelShape.attention().kvHeads() * modelShape.attention().headSize() / tp;
        return gemmEfficiency
                * (gemmModel.pair(
                                tokens * layerFlops.projections() / tp,
                                tokens,
                                widths(wide + keys, wide))
                        + gemmModel.pair(
                                tokens * layerFlops.mlp() / tp,
                                tokens,
                                widths((1 + modelShape.feedForward().gated()) * ffn, ffn)));
    }

    private double expertProducts() {
        if (layerFlops.experts() == 0) {
            return 0;
        }
        ModelShape.Routed routed = modelShape.routed();
        double rows = Math.max(16, tokens * routed.active() / routed.count() * parallelLayout.ep());
        return gemmEfficiency
                * c.of("expert")
                * gemmModel.pair(
                        tokens * layerFlops.experts() / parallelLayout.tp(),
                        rows,
                        widths(
                                (1 + modelShape.feedForward().gated()) * routed.ffn(),
                                routed.ffn()));
    }

    private GemmTimeModel.Widths widths(double n, double k) {
        return new GemmTimeModel.Widths(modelShape.hidden(), n, k);
    }

    private double attentionSeconds(double scale) {
        double core = tokens * layerFlops.attention() / parallelLayout.tp() / gemmModel16.rate();
        if (!trainingMethod.preFlashAttention()) {
            return core / c.of(attentionCoefficient()) * scale;
        }
        // Before fused attention the masked half is computed too, and the scores pass through
        // memory.
        double scores =
                2
                        * tokens
                        * configuration.batch().seq()
                        * modelShape.attention().heads()
                        / parallelLayout.tp()
                        / bandwidth;
        return 2 * core * gemmEfficiency16 + c.of("attention_old") * scores;
    }

    private String attentionCoefficient() {
        return switch (configuration.rates().chip()) {
            case AMPERE -> "attention_ampere";
            case HOPPER ->
                    trainingMethod.family().hasPreHopperAttention()
                            ? "attention_early"
                            : "attention";
            case BLACKWELL, TPU, REST -> "attention";
        };
    }

    private double memoryPasses() {
        double tp = parallelLayout.tp();
        // Sequence parallelism of norms came with selective recomputation.
        double spread = !trainingMethod.preFlashAttention() || isSelective() ? tp : 1;
        double passes = c.of(trainingMethod.family().isFused() ? "memory_fused" : "memory");
        double inner =
                (layerFlops.experts() > 0 ? modelShape.activeFfn() : modelShape.feedForward().ffn())
                        * (1 + modelShape.feedForward().gated());
        return (passes * modelShape.hidden() / spread + c.of("memory_ffn") * inner / tp)
                * 2
                * tokens
                / bandwidth;
    }

    private boolean isSelective() {
        return configuration.batch().recompute() == TrainingBatch.Recompute.SELECTIVE;
    }

    private double outputLayer() {
        double parts = parallelLayout.tp() * parallelLayout.pp();
        double operations = 2 * tokens * modelShape.hidden() * modelShape.vocabulary() / parts;
        return gemmEfficiency16
                        * (1 + backwardPasses)
                        * gemmModel16.seconds(
                                operations,
                                tokens,
                                modelShape.vocabulary() / parallelLayout.tp(),
                                modelShape.hidden())
                + 16 * tokens * modelShape.vocabulary() / parts / bandwidth;
    }

    private double launches() {
        double plain =
                trainingMethod.adapters().eagerLaunches() > 0
                        ? trainingMethod.adapters().eagerLaunches()
                                * c.of("launch_tuning")
                                * (1
                                        + (trainingMethod.shardsWeights()
                                                ? c.of("sharded_tuning")
                                                : 0))
                        : c.of("launch");
        double each = plain + (layerFlops.experts() > 0 ? c.of("launch_moe") : 0);
        return each * MICRO * layersPerStage * (1 + backwardPasses + recomputeFraction);
    }

    /**
     * The time that sharded weights add: communication that computing does not hide, and the allocator in a nearly full
     * memory.
     */
    private double shardedWeights(double compute) {
        if (!trainingMethod.shardsWeights()) {
            return 0;
        }
        double full = Math.clamp((configuration.batch().memoryFill() - 0.7) / 0.3, 0, 1);
        double tight =
                configuration.rates().chip() == ChipGeneration.TPU
                        ? 0
                        : c.of("tight") * compute * full;
        if (parallelLayout.shardingGroup() <= 1) {
            return tight;
        }
        double power = trainingMethod.zero3() ? 2 : 1 + c.of("overlap");
        double both = Math.pow(compute, power) + Math.pow(collectives.allGatherWeights(), power);
        return Math.pow(both, 1 / power) - compute + tight;
    }

    /** CPU offload: each micro-batch fetches the weights twice and returns gradients. */
    private double hostTransfer() {
        return isOnHost() ? configuration.microBatches() * 6 * updatedParams() / HOST_LINK : 0;
    }

    private double optimizerStep() {
        if (isOnHost()) {
            return 14 * updatedParams() / HOST_UPDATE_RATE;
        }
        double written = c.of("optimizer") * 16 * updatedParams() / bandwidth;
        return trainingMethod.adapters().trained()
                ? written
                : written + 0.2 * parameters.whole() / bandwidth;
    }

    /** Parameters that this rank updates. */
    private double updatedParams() {
        double shared =
                trainingMethod.shardsWeights() || !trainingMethod.preFlashAttention()
                        ? parameters.shardedOverDp()
                        : parameters.whole();
        return trainingMethod.adapters().trained() ? 0.02 * shared : shared;
    }

    private boolean isOnHost() {
        return trainingMethod.savings().contains(MemorySaving.ON_HOST);
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }
}
