package slipway.plan.serving;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FittedCoefficients;
import slipway.plan.table.StatedValues;
import slipway.plan.training.AcceleratorRates;
import slipway.plan.training.GemmDtype;
import slipway.plan.training.GemmTables;
import slipway.plan.training.GemmTimeModel;

/** One prefill or one step of decoding of a gated model on one H200, eager PyTorch, bf16. */
final class EagerStepModel {

    /** Of its memory, as copies reach it. */
    private static final double BANDWIDTH = 4.25e12;

    private static final double MICRO = 1e-6;

    /** Nine of ten prefills of models that were kept out of the fit were within this share of the truth. */
    private static final double PREFILL_WITHIN = 0.13;

    /** The same of decoding. */
    private static final double DECODE_WITHIN = 0.065;

    private static final Ground GROUND =
            new Ground(Source.MEASURED, "36 measured steps on one H200, eager PyTorch");

    private final FittedCoefficients c = BundledTable.coefficients("single_serve.tsv");
    private final Set<Known> known =
            BundledTable.table("serve_single_rows.tsv").stream()
                    .map(line -> Known.of(new StatedValues(line.cells())))
                    .collect(Collectors.toSet());
    private final GemmTimeModel gemmTimeModel =
            new GemmTables()
                    .of(
                            new AcceleratorRates(
                                    "H200", "H200", 989.5, 1979, 0, 141, 4800, 450, 50, 8),
                            GemmDtype.BFLOAT16);

    private record Known(Step step, double seconds) {

        static Known of(StatedValues statedValues) {
            return new Known(Step.of(statedValues), statedValues.number("step_s", 0));
        }
    }

    private record Step(
            boolean decodes,
            double layers,
            double hidden,
            double keys,
            double ffn,
            double vocabulary,
            double batch,
            double context) {

        static Step of(StatedValues statedValues) {
            double hidden = statedValues.number("hidden", 0);
            double heads = statedValues.number("heads", 0);
            return new Step(
                    statedValues.text("phase").equals("decode"),
                    statedValues.number("layers", 0),
                    hidden,
                    hidden * statedValues.number("kv_heads", heads) / heads,
                    statedValues.number("ffn", 0),
                    statedValues.number("vocab", 0),
                    statedValues.number("batch", 0),
                    statedValues.number("context", 0));
        }

        double tokens() {
            return batch * context;
        }

        double weights() {
            double layer = 2 * hidden * hidden + 2 * hidden * keys + 3 * hidden * ffn;
            return layers * layer + vocabulary * hidden;
        }
    }

    Estimate<Duration> step(StatedValues statedValues) {
        var step = Step.of(statedValues);
        double seconds = step.decodes ? decode(step) : prefill(step);
        double within = step.decodes ? DECODE_WITHIN : PREFILL_WITHIN;
        return LatencyForecast.estimate(seconds, Math.log1p(within), GROUND);
    }

    /** Tokens that one such step makes or reads. */
    double tokens(StatedValues statedValues) {
        var step = Step.of(statedValues);
        return step.decodes ? step.batch : step.tokens();
    }

    /** Whether the model was fitted to this very measurement. */
    boolean knows(StatedValues statedValues) {
        return known.contains(Known.of(statedValues));
    }

    private double decode(Step it) {
        double read = 2 * it.weights() / (BANDWIDTH * c.of("weights"));
        double cache = 4 * it.tokens() * it.keys * it.layers / (BANDWIDTH * c.of("cache"));
        double compute = 2 * it.weights() * it.batch / (gemmTimeModel.rate() * c.of("rate"));
        return Math.hypot(read, compute) + cache + it.layers * c.of("launch_decode") * MICRO;
    }

    private double prefill(Step it) {
        double h = it.hidden;
        double project = 2 * h * (2 * h + 2 * it.keys) * pair(it, h + 2 * it.keys, h);
        double mlp = 6 * h * it.ffn * pair(it, 2 * it.ffn, it.ffn);
        double products = c.of("gemm") * it.tokens() * (project + mlp);
        double core = 2 * it.tokens() * it.context * h / (gemmTimeModel.rate() * c.of("attention"));
        double passes = 2 * it.tokens() * c.of("passes") * h / BANDWIDTH;
        return Math.hypot(
                it.layers * (products + core + passes), it.layers * c.of("launch_prefill") * MICRO);
    }

    private double pair(Step it, double n, double k) {
        return gemmTimeModel.pair(1, it.tokens(), new GemmTimeModel.Sides(it.hidden, n, k));
    }
}
