package slipway.plan.training;

import slipway.plan.table.FittedCoefficients;

/**
 * The communication of one training step: all-reduce, all-gather, all-to-all and point-to-point sends, by kind of
 * parallelism. Each method returns the seconds of one rank. All but {@link #allGatherWeights} return the part that
 * computing does not hide. docs/planning-model.md has the formulas in section 4.
 */
final class Collectives {

    private static final double GIGA = 1e9;
    private static final double MICRO = 1e-6;

    /** Collectives reach this share of the scale-up link. */
    private static final double SCALE_UP_SHARE = 0.72;

    /** Seconds: the latency of one all-reduce between tensor-parallel ranks. */
    private static final double TENSOR_LATENCY = 20 * MICRO;

    /** Seconds: the latency of gathering the weights of a layer, for each doubling of the ranks. */
    private static final double GATHER_LATENCY = 25 * MICRO;

    private final FittedCoefficients c;
    private final TrainingConfiguration configuration;
    private final ModelShape modelShape;
    private final ParallelLayout parallelLayout;
    private final TrainingMethod trainingMethod;
    private final LayerFlops layerFlops;
    private final double tokens;
    private final double layersPerStage;
    private final double recomputeFraction;
    private final double scaleUp;
    private final double scaleOut;
    private final RankParameters parameters;

    /**
     * @param tokens of one micro-batch on one rank
     * @param parameters of one rank after tensor, pipeline and expert parallelism
     */
    Collectives(
            FittedCoefficients fittedCoefficients,
            TrainingConfiguration configuration,
            double tokens,
            RankParameters parameters) {
        this.c = fittedCoefficients;
        this.configuration = configuration;
        this.modelShape = configuration.shape();
        this.parallelLayout = configuration.layout();
        this.trainingMethod = configuration.method();
        this.layerFlops = configuration.layerFlops();
        this.tokens = tokens;
        this.layersPerStage = modelShape.layers() / parallelLayout.pp();
        this.recomputeFraction = configuration.batch().recomputeFraction();
        this.scaleUp = SCALE_UP_SHARE * configuration.rates().links().scaleUp() * GIGA;
        this.scaleOut = c.of("scale_out") * configuration.rates().links().scaleOut() * GIGA;
        this.parameters = parameters;
    }

    /** Tensor parallel (tp): the part of the all-reduces of activations that computing does not hide. */
    double allReduceTensorParallel() {
        double tp = parallelLayout.tp();
        if (tp <= 1) {
            return 0;
        }
        double link = tp <= parallelLayout.scaleUpDomain() ? scaleUp : scaleOut;
        double once = 2 * (tp - 1) / tp * 2 * tokens * modelShape.hidden() / link + TENSOR_LATENCY;
        return c.of("tp_exposed") * layersPerStage * (4 + 2 * recomputeFraction) * once;
    }

    /** Expert parallel (ep): the exposed part of the all-to-all that sends tokens to experts and back. */
    double allToAllExperts() {
        if (layerFlops.experts() == 0 || parallelLayout.ep() <= 1) {
            return 0;
        }
        double inside = Math.min(1, parallelLayout.scaleUpDomain() / parallelLayout.ep());
        double size =
                tokens
                        * modelShape.routed().active()
                        * modelShape.dispatchWidth()
                        * 2
                        / parallelLayout.tp();
        return c.of("ep_exposed")
                * layersPerStage
                * 4
                * size
                * (inside / scaleUp + (1 - inside) / scaleOut);
    }

    /** Pipeline parallel (pp): the exposed part of the sends between stages. */
    double pointToPointStages() {
        if (parallelLayout.pp() <= 1) {
            return 0;
        }
        double size = 2 * tokens * modelShape.hidden() / parallelLayout.tp();
        double link = parallelLayout.scaleUpDomain() > 8 ? scaleUp : scaleOut;
        return c.of("pp_exposed") * 2 * parallelLayout.virtualStages() * size / link;
    }

    /** Fully sharded data parallel (FSDP, ZeRO-3): all-gather of weights and reduce-scatter of gradients, all of it. */
    double allGatherWeights() {
        double group = parallelLayout.shardingGroup();
        double passes =
                trainingMethod.adapters().trained() || trainingMethod.keepsWeightsGathered()
                        ? 2
                        : 3;
        double ring =
                group <= parallelLayout.scaleUpDomain()
                        ? scaleUp
                        : Math.min(scaleUp, scaleOut * Math.min(8, parallelLayout.scaleUpDomain()));
        double rate =
                trainingMethod.zero3()
                        ? c.of("zero3_rate") * configuration.rates().links().scaleOut() * GIGA
                        : ring;
        return 2 * passes * parameters.received() / rate
                + 3 * layersPerStage * GATHER_LATENCY * log2(group);
    }

    /** Data parallel (dp): the exposed part of the all-reduce of gradients, once a step. */
    double allReduceGradients() {
        if (trainingMethod.shardsWeights() || trainingMethod.adapters().trained()) {
            return 0;
        }
        // Experts are reduced over the ranks that have the same ones, and not at all where none
        // has.
        double reduced =
                (parallelLayout.dp() > 1 ? parameters.dense() : 0)
                        + (parallelLayout.expertShardingGroup() > 1 ? parameters.experts() : 0);
        boolean inside =
                parallelLayout.dp() * parallelLayout.tp() <= parallelLayout.scaleUpDomain();
        return c.of("dp_exposed") * 4 * reduced / (inside ? scaleUp : scaleOut);
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }
}
