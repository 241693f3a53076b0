package slipway.plan.training;

import slipway.plan.table.Coefficients;

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

    private final Coefficients c;
    private final Configuration it;
    private final Shape shape;
    private final Layout layout;
    private final Manner manner;
    private final Work work;
    private final Gemm gemm;
    private final Gemm gemm16;
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

    private StepTime(Coefficients coefficients, Kernels kernels, Configuration configuration) {
        this.c = coefficients;
        this.it = configuration;
        this.shape = it.shape();
        this.layout = it.layout();
        this.manner = it.manner();
        this.work = it.work();
        Rates rates = it.rates();
        this.gemm = kernels.of(rates, manner.dtype());
        this.gemm16 = kernels.of(rates, Dtype.BFLOAT16);
        this.hot = c.of(rates.chip().gemm(manner.dtype()));
        this.hot16 = c.of(rates.chip().gemm(Dtype.BFLOAT16));
        this.bandwidth = rates.bandwidth() * GIGA;
        this.tokens = it.tokens() * (manner.eager() > 0 ? c.of("length") : 1);
        this.layers = shape.layers() / layout.pipeline();
        this.back = manner.adapters() ? 1 : 2;
        this.again = it.batch().again();
        this.fast = FAST_SHARE * rates.up() * GIGA;
        this.slow = c.of("scale_out") * rates.out() * GIGA;
        double experts = work.experts() > 0 ? layout.expert() : 1;
        this.held = work.parameters(shape) / (layout.tensor() * layout.pipeline() * experts);
    }

    /** In seconds. */
    static double of(Coefficients coefficients, Kernels kernels, Configuration configuration) {
        return new StepTime(coefficients, kernels, configuration).seconds();
    }

    /** What it is made of. */
    static Step parts(Coefficients coefficients, Kernels kernels, Configuration configuration) {
        return new StepTime(coefficients, kernels, configuration).parts();
    }

    private double seconds() {
        double compute = computing().seconds();
        double micro = compute + traffic(compute);
        return (micro * (it.micros() + bubble()) + reduce() + fetch() + update()) * (1 + crowd());
    }

    private double bubble() {
        return (layout.pipeline() - 1) / layout.interleaved();
    }

    private double crowd() {
        return c.of("crowd") * log2(layout.all());
    }

    private double traffic(double compute) {
        return tensor() + expert() + send() + shard(compute);
    }

    private Step parts() {
        Computing computing = computing();
        double compute = computing.seconds();
        double often = it.micros();
        double traffic = traffic(compute);
        return new Step(
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
                manner.packed() ? c.of("unpack") * PICO * held * (1 + back) : 0);
    }

    /** Where the formula does not describe the model, the published work over the formula's. */
    private double scale() {
        if (shape.gigaflops() == 0) {
            return 1;
        }
        double layer = work.project() + work.mlp() + work.experts() + work.core();
        double formula = 3 * (shape.layers() * layer + 2 * shape.hidden() * shape.vocabulary());
        return shape.gigaflops() * GIGA / formula;
    }

    private double dense() {
        double tp = layout.tensor();
        double wide = shape.heads() * shape.head() / tp;
        double ffn = Math.max(64, shape.ffn() / tp);
        double keys = 2 * shape.kv() * shape.head() / tp;
        return hot
                * (gemm.pair(tokens * work.project() / tp, tokens, sides(wide + keys, wide))
                        + gemm.pair(
                                tokens * work.mlp() / tp,
                                tokens,
                                sides((1 + shape.gated()) * ffn, ffn)));
    }

    private double routed() {
        if (work.experts() == 0) {
            return 0;
        }
        Shape.Routed routed = shape.routed();
        double rows = Math.max(16, tokens * routed.active() / routed.count() * layout.expert());
        return hot
                * c.of("expert")
                * gemm.pair(
                        tokens * work.experts() / layout.tensor(),
                        rows,
                        sides((1 + shape.gated()) * routed.ffn(), routed.ffn()));
    }

    private Gemm.Sides sides(double n, double k) {
        return new Gemm.Sides(shape.hidden(), n, k);
    }

    private double attend(double scale) {
        double core = tokens * work.core() / layout.tensor() / gemm16.rate();
        if (!manner.old()) {
            return core / c.of(attention()) * scale;
        }
        // The masked half is computed too, and the scores pass through memory.
        double scores = 2 * tokens * it.batch().seq() * shape.heads() / layout.tensor() / bandwidth;
        return 2 * core * hot16 + c.of("attention_old") * scores;
    }

    private String attention() {
        return switch (it.rates().chip()) {
            case AMPERE -> "attention_ampere";
            case HOPPER -> manner.family().isEarly() ? "attention_early" : "attention";
            case BLACKWELL, TPU, REST -> "attention";
        };
    }

    private double passes() {
        double tp = layout.tensor();
        // Norms were not spread over the ranks of a matrix before selective recomputing.
        double spread = !manner.old() || isSelective() ? tp : 1;
        double often = c.of(manner.family().isFused() ? "memory_fused" : "memory");
        double inner = (work.experts() > 0 ? shape.inner() : shape.ffn()) * (1 + shape.gated());
        return (often * shape.hidden() / spread + c.of("memory_ffn") * inner / tp)
                * 2
                * tokens
                / bandwidth;
    }

    private boolean isSelective() {
        return it.batch().stated() == Batch.Recompute.SELECTIVE;
    }

    private double head() {
        double parts = layout.tensor() * layout.pipeline();
        double operations = 2 * tokens * shape.hidden() * shape.vocabulary() / parts;
        return hot16
                        * (1 + back)
                        * gemm16.seconds(
                                operations,
                                tokens,
                                shape.vocabulary() / layout.tensor(),
                                shape.hidden())
                + 16 * tokens * shape.vocabulary() / parts / bandwidth;
    }

    private double launches() {
        double plain =
                manner.eager() > 0
                        ? manner.eager()
                                * c.of("launch_tuning")
                                * (1 + (manner.sharded() ? c.of("sharded_tuning") : 0))
                        : c.of("launch");
        double each = plain + (work.experts() > 0 ? c.of("launch_moe") : 0);
        return each * MICRO * layers * (1 + back + again);
    }

    private double tensor() {
        double tp = layout.tensor();
        if (tp <= 1) {
            return 0;
        }
        double link = tp <= layout.domain() ? fast : slow;
        double once = 2 * (tp - 1) / tp * 2 * tokens * shape.hidden() / link + TENSOR_LATENCY;
        return c.of("tp_exposed") * layers * (4 + 2 * again) * once;
    }

    private double expert() {
        if (work.experts() == 0 || layout.expert() <= 1) {
            return 0;
        }
        double inside = Math.min(1, layout.domain() / layout.expert());
        double size = tokens * shape.routed().active() * shape.travel() * 2 / layout.tensor();
        return c.of("ep_exposed") * layers * 4 * size * (inside / fast + (1 - inside) / slow);
    }

    private double send() {
        if (layout.pipeline() <= 1) {
            return 0;
        }
        double size = 2 * tokens * shape.hidden() / layout.tensor();
        double link = layout.domain() > 8 ? fast : slow;
        return c.of("pp_exposed") * 2 * layout.interleaved() * size / link;
    }

    /** What sharded weights add: traffic that computing does not hide, and the allocator where memory is short. */
    private double shard(double compute) {
        if (!manner.sharded()) {
            return 0;
        }
        double full = Math.clamp((it.batch().full() - 0.7) / 0.3, 0, 1);
        double tight = it.rates().chip() == Chip.TPU ? 0 : c.of("tight") * compute * full;
        if (layout.group() <= 1) {
            return tight;
        }
        double power = manner.zero3() ? 2 : 1 + c.of("overlap");
        double both = Math.pow(compute, power) + Math.pow(wire(), power);
        return Math.pow(both, 1 / power) - compute + tight;
    }

    private double wire() {
        double group = layout.group();
        double often = manner.adapters() || manner.gradients() ? 2 : 3;
        double ring =
                group <= layout.domain()
                        ? fast
                        : Math.min(fast, slow * Math.min(8, layout.domain()));
        double rate = manner.zero3() ? c.of("zero3_rate") * it.rates().out() * GIGA : ring;
        return 2 * held * often * (group - 1) / group / rate
                + 3 * layers * GATHER_LATENCY * log2(group);
    }

    private double reduce() {
        if (manner.sharded() || manner.adapters() || layout.data() <= 1) {
            return 0;
        }
        boolean inside = layout.data() * layout.tensor() <= layout.domain();
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
        return manner.adapters() ? written : written + 0.2 * held / bandwidth;
    }

    /** Weights that this rank updates. */
    private double mine() {
        double shared = held / (manner.sharded() || !manner.old() ? layout.data() : 1);
        return manner.adapters() ? 0.02 * shared : shared;
    }

    private boolean isOnHost() {
        return manner.savings().contains(Saving.ON_HOST);
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }
}
