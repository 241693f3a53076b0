package slipway.plan.training;

import slipway.plan.table.FittedCoefficients;

/**
 * The physical model: the time of one training step, added up from what it has to do. Every formula stands in
 * docs/planning-model.md, in the same order and with the same names; what is fitted comes from the coefficients.
 */
final class StepTime {

    private static final double GIGA = 1e9;
    private static final double MICRO = 1e-6;
    private static final double PICO = 1e-12;

    /** What collectives reach of the fast link. */
    private static final double FAST_SHARE = 0.72;

    /** The least that a collective between ranks of one matrix takes. */
    private static final double TENSOR_LATENCY = 20 * MICRO;

    /** The same for gathering a layer's weights, for every doubling of the ranks. */
    private static final double GATHER_LATENCY = 25 * MICRO;

    /** Bytes a second from an accelerator to its host: sixteen lanes of the fourth kind. */
    private static final double TO_HOST = 25 * GIGA;

    /** An eighth of what the memory of a host gives. */
    private static final double ON_HOST = 25 * GIGA;

    private final FittedCoefficients c;
    private final TrainingConfiguration it;
    private final ModelShape modelShape;
    private final ParallelLayout parallelLayout;
    private final TrainingMethod trainingMethod;
    private final LayerFlops layerFlops;
    private final GemmTimeModel gemmTimeModel;
    private final GemmTimeModel gemm16;
    private final double hot;
    private final double hot16;
    private final double bandwidth;
    private final double tokens;
    private final double layers;
    private final double back;
    private final double again;
    private final double fast;
    private final double slow;
    private final double held;

    private StepTime(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        this.c = fittedCoefficients;
        this.it = trainingConfiguration;
        this.modelShape = it.shape();
        this.parallelLayout = it.layout();
        this.trainingMethod = it.manner();
        this.layerFlops = it.work();
        AcceleratorRates acceleratorRates = it.rates();
        this.gemmTimeModel = gemmTables.of(acceleratorRates, trainingMethod.dtype());
        this.gemm16 = gemmTables.of(acceleratorRates, GemmDtype.BFLOAT16);
        this.hot = c.of(acceleratorRates.chip().gemm(trainingMethod.dtype()));
        this.hot16 = c.of(acceleratorRates.chip().gemm(GemmDtype.BFLOAT16));
        this.bandwidth = acceleratorRates.bandwidth() * GIGA;
        this.tokens = it.tokens() * (trainingMethod.eager() > 0 ? c.of("length") : 1);
        this.layers = modelShape.layers() / parallelLayout.pipeline();
        this.back = trainingMethod.adapters() ? 1 : 2;
        this.again = it.batch().again();
        this.fast = FAST_SHARE * acceleratorRates.up() * GIGA;
        this.slow = c.of("scale_out") * acceleratorRates.out() * GIGA;
        double experts = layerFlops.experts() > 0 ? parallelLayout.expert() : 1;
        this.held =
                layerFlops.parameters(modelShape)
                        / (parallelLayout.tensor() * parallelLayout.pipeline() * experts);
    }

    /** In seconds. */
    static double of(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        return new StepTime(fittedCoefficients, gemmTables, trainingConfiguration).seconds();
    }

    /** What it is made of. */
    static StepBreakdown parts(
            FittedCoefficients fittedCoefficients,
            GemmTables gemmTables,
            TrainingConfiguration trainingConfiguration) {
        return new StepTime(fittedCoefficients, gemmTables, trainingConfiguration).parts();
    }

    private double seconds() {
        double compute = computing().seconds();
        double micro = compute + traffic(compute);
        return (micro * (it.micros() + bubble()) + reduce() + fetch() + update()) * (1 + crowd());
    }

    private double bubble() {
        return (parallelLayout.pipeline() - 1) / parallelLayout.interleaved();
    }

    private double crowd() {
        return c.of("crowd") * log2(parallelLayout.all());
    }

    private double traffic(double compute) {
        return tensor() + expert() + send() + shard(compute);
    }

    private StepBreakdown parts() {
        Computing computing = computing();
        double compute = computing.seconds();
        double often = it.micros();
        double traffic = traffic(compute);
        return new StepBreakdown(
                often * computing.products,
                often * computing.attention,
                often * computing.passes,
                often * computing.recompute,
                often * computing.head,
                often * computing.added(),
                often * traffic + reduce() + fetch(),
                bubble() * (compute + traffic),
                update(),
                seconds() * crowd() / (1 + crowd()));
    }

    /** Of one micro-batch on one rank, forward and backward. */
    private record Computing(
            double products,
            double attention,
            double passes,
            double recompute,
            double head,
            double launches,
            double unpack) {

        private double busy() {
            return products + attention + passes + recompute + head;
        }

        /** Kernels are started while others run; only where there are many small ones, starting them shows. */
        double seconds() {
            return Math.hypot(busy(), launches) + unpack;
        }

        double added() {
            return seconds() - busy();
        }
    }

    private Computing computing() {
        double scale = scale();
        double products = scale * (dense() + routed());
        double attend = attend(scale);
        double passes = passes();
        double forward = layers * (products + attend + passes);
        double recompute =
                c.of("recompute") * again * forward + (isSelective() ? layers * attend : 0);
        return new Computing(
                layers * (1 + back) * products,
                layers * 3.5 * attend,
                layers * 2.5 * passes,
                recompute,
                head(),
                launches(),
                trainingMethod.packed() ? c.of("unpack") * PICO * held * (1 + back) : 0);
    }

    /** Where the formula does not describe the model, the published work over the formula's. */
    private double scale() {
        if (modelShape.gigaflops() == 0) {
            return 1;
        }
        double layer =
                layerFlops.project() + layerFlops.mlp() + layerFlops.experts() + layerFlops.core();
        double formula =
                3
                        * (modelShape.layers() * layer
                                + 2 * modelShape.hidden() * modelShape.vocabulary());
        return modelShape.gigaflops() * GIGA / formula;
    }

    private double dense() {
        double tp = parallelLayout.tensor();
        double wide = modelShape.heads() * modelShape.head() / tp;
        double ffn = Math.max(64, modelShape.ffn() / tp);
        double keys = 2 * modelShape.kv() * modelShape.head() / tp;
        return hot
                * (gemmTimeModel.pair(
                                tokens * layerFlops.project() / tp,
                                tokens,
                                sides(wide + keys, wide))
                        + gemmTimeModel.pair(
                                tokens * layerFlops.mlp() / tp,
                                tokens,
                                sides((1 + modelShape.gated()) * ffn, ffn)));
    }

    private double routed() {
        if (layerFlops.experts() == 0) {
            return 0;
        }
        ModelShape.Routed routed = modelShape.routed();
        double rows =
                Math.max(16, tokens * routed.active() / routed.count() * parallelLayout.expert());
        return hot
                * c.of("expert")
                * gemmTimeModel.pair(
                        tokens * layerFlops.experts() / parallelLayout.tensor(),
                        rows,
                        sides((1 + modelShape.gated()) * routed.ffn(), routed.ffn()));
    }

    private GemmTimeModel.Sides sides(double n, double k) {
        return new GemmTimeModel.Sides(modelShape.hidden(), n, k);
    }

    private double attend(double scale) {
        double core = tokens * layerFlops.core() / parallelLayout.tensor() / gemm16.rate();
        if (!trainingMethod.old()) {
            return core / c.of(attention()) * scale;
        }
        // The masked half is computed too, and the scores pass through memory.
        double scores =
                2
                        * tokens
                        * it.batch().seq()
                        * modelShape.heads()
                        / parallelLayout.tensor()
                        / bandwidth;
        return 2 * core * hot16 + c.of("attention_old") * scores;
    }

    private String attention() {
        return switch (it.rates().chip()) {
            case AMPERE -> "attention_ampere";
            case HOPPER -> trainingMethod.family().isEarly() ? "attention_early" : "attention";
            case BLACKWELL, TPU, REST -> "attention";
        };
    }

    private double passes() {
        double tp = parallelLayout.tensor();
        // Norms were not spread over the ranks of a matrix before selective recomputing.
        double spread = !trainingMethod.old() || isSelective() ? tp : 1;
        double often = c.of(trainingMethod.family().isFused() ? "memory_fused" : "memory");
        double inner =
                (layerFlops.experts() > 0 ? modelShape.inner() : modelShape.ffn())
                        * (1 + modelShape.gated());
        return (often * modelShape.hidden() / spread + c.of("memory_ffn") * inner / tp)
                * 2
                * tokens
                / bandwidth;
    }

    private boolean isSelective() {
        return it.batch().stated() == TrainingBatch.Recompute.SELECTIVE;
    }

    private double head() {
        double parts = parallelLayout.tensor() * parallelLayout.pipeline();
        double operations = 2 * tokens * modelShape.hidden() * modelShape.vocabulary() / parts;
        return hot16
                        * (1 + back)
                        * gemm16.seconds(
                                operations,
                                tokens,
                                modelShape.vocabulary() / parallelLayout.tensor(),
                                modelShape.hidden())
                + 16 * tokens * modelShape.vocabulary() / parts / bandwidth;
    }

    private double launches() {
        double plain =
                trainingMethod.eager() > 0
                        ? trainingMethod.eager()
                                * c.of("launch_tuning")
                                * (1 + (trainingMethod.sharded() ? c.of("sharded_tuning") : 0))
                        : c.of("launch");
        double each = plain + (layerFlops.experts() > 0 ? c.of("launch_moe") : 0);
        return each * MICRO * layers * (1 + back + again);
    }

    private double tensor() {
        double tp = parallelLayout.tensor();
        if (tp <= 1) {
            return 0;
        }
        double link = tp <= parallelLayout.domain() ? fast : slow;
        double once = 2 * (tp - 1) / tp * 2 * tokens * modelShape.hidden() / link + TENSOR_LATENCY;
        return c.of("tp_exposed") * layers * (4 + 2 * again) * once;
    }

    private double expert() {
        if (layerFlops.experts() == 0 || parallelLayout.expert() <= 1) {
            return 0;
        }
        double inside = Math.min(1, parallelLayout.domain() / parallelLayout.expert());
        double size =
                tokens
                        * modelShape.routed().active()
                        * modelShape.travel()
                        * 2
                        / parallelLayout.tensor();
        return c.of("ep_exposed") * layers * 4 * size * (inside / fast + (1 - inside) / slow);
    }

    private double send() {
        if (parallelLayout.pipeline() <= 1) {
            return 0;
        }
        double size = 2 * tokens * modelShape.hidden() / parallelLayout.tensor();
        double link = parallelLayout.domain() > 8 ? fast : slow;
        return c.of("pp_exposed") * 2 * parallelLayout.interleaved() * size / link;
    }

    /** What sharded weights add: traffic that computing does not hide, and the allocator where memory is short. */
    private double shard(double compute) {
        if (!trainingMethod.sharded()) {
            return 0;
        }
        double full = Math.clamp((it.batch().full() - 0.7) / 0.3, 0, 1);
        double tight = it.rates().chip() == ChipGeneration.TPU ? 0 : c.of("tight") * compute * full;
        if (parallelLayout.group() <= 1) {
            return tight;
        }
        double power = trainingMethod.zero3() ? 2 : 1 + c.of("overlap");
        double both = Math.pow(compute, power) + Math.pow(wire(), power);
        return Math.pow(both, 1 / power) - compute + tight;
    }

    private double wire() {
        double group = parallelLayout.group();
        double often = trainingMethod.adapters() || trainingMethod.gradients() ? 2 : 3;
        double ring =
                group <= parallelLayout.domain()
                        ? fast
                        : Math.min(fast, slow * Math.min(8, parallelLayout.domain()));
        double rate = trainingMethod.zero3() ? c.of("zero3_rate") * it.rates().out() * GIGA : ring;
        return 2 * held * often * (group - 1) / group / rate
                + 3 * layers * GATHER_LATENCY * log2(group);
    }

    private double reduce() {
        if (trainingMethod.sharded() || trainingMethod.adapters() || parallelLayout.data() <= 1) {
            return 0;
        }
        boolean inside = parallelLayout.data() * parallelLayout.tensor() <= parallelLayout.domain();
        return c.of("dp_exposed") * 4 * held / (inside ? fast : slow);
    }

    /** Where weights stay on the host: each micro-batch fetches them twice and brings gradients back. */
    private double fetch() {
        return isOnHost() ? it.micros() * 6 * mine() / TO_HOST : 0;
    }

    private double update() {
        if (isOnHost()) {
            return 14 * mine() / ON_HOST;
        }
        double written = c.of("optimizer") * 16 * mine() / bandwidth;
        return trainingMethod.adapters() ? written : written + 0.2 * held / bandwidth;
    }

    /** Weights that this rank updates. */
    private double mine() {
        double shared =
                held
                        / (trainingMethod.sharded() || !trainingMethod.old()
                                ? parallelLayout.data()
                                : 1);
        return trainingMethod.adapters() ? 0.02 * shared : shared;
    }

    private boolean isOnHost() {
        return trainingMethod.savings().contains(MemorySaving.ON_HOST);
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }
}
