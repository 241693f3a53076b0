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
import slipway.plan.training.GemmTables;
import slipway.plan.training.GemmTimeModel;

/** The time of one prefill or decode step of a gated model on one H200 with eager PyTorch in bf16. */
final class EagerStepModel {

    /** Bytes per second of the memory, as copies reach it. */
    private static final double BANDWIDTH = 4.25e12;

    private static final double MICRO = 1e-6;

    /** 90 % of the prefills of unseen models were within this share of the estimate. */
    private static final double PREFILL_WITHIN = 0.13;

    /** The same for decode steps. */
    private static final double DECODE_WITHIN = 0.065;

    private static final Ground GROUND =
            new Ground(Source.MEASURED, "36 measured steps on one H200, eager PyTorch");

    private final FittedCoefficients c = BundledTable.coefficients("single_serve.tsv");
    private final Set<FittedRow> known =
            BundledTable.table("serve_single_rows.tsv").stream()
                    .map(line -> FittedRow.of(new StatedValues(line.cells())))
                    .collect(Collectors.toSet());
    private final GemmTimeModel gemmTimeModel = new GemmTables().eagerH200();

    private record FittedRow(Step step, double seconds) {

        static FittedRow of(StatedValues statedValues) {
            return new FittedRow(Step.of(statedValues), statedValues.number("step_s", 0));
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

    /** Tokens that one such step produces or reads. */
    double tokens(StatedValues statedValues) {
        var step = Step.of(statedValues);
        return step.decodes ? step.batch : step.tokens();
    }

    /** Whether the model was fitted to this very measurement. */
    boolean wasFittedTo(StatedValues statedValues) {
        return known.contains(FittedRow.of(statedValues));
    }

    private double decode(Step measured) {
        double read = 2 * measured.weights() / (BANDWIDTH * c.of("weights"));
        double cache =
                4
                        * measured.tokens()
                        * measured.keys
                        * measured.layers
                        / (BANDWIDTH * c.of("cache"));
        double compute =
                2 * measured.weights() * measured.batch / (gemmTimeModel.rate() * c.of("rate"));
        return Math.hypot(read, compute) + cache + measured.layers * c.of("launch_decode") * MICRO;
    }

    private double prefill(Step measured) {
        double h = measured.hidden;
        double project =
                2 * h * (2 * h + 2 * measured.keys) * pair(measured, h + 2 * measured.keys, h);
        double mlp = 6 * h * measured.ffn * pair(measured, 2 * measured.ffn, measured.ffn);
        double products = c.of("gemm") * measured.tokens() * (project + mlp);
        double core =
                2
                        * measured.tokens()
                        * measured.context
                        * h
                        / (gemmTimeModel.rate() * c.of("attention"));
        double passes = 2 * measured.tokens() * c.of("passes") * h / BANDWIDTH;
        return Math.hypot(
                measured.layers * (products + core + passes),
                measured.layers * c.of("launch_prefill") * MICRO);
    }

    private double pair(Step measured, double n, double k) {
        return gemmTimeModel.pair(
                1, measured.tokens(), new GemmTimeModel.Widths(measured.hidden, n, k));
    }
}
