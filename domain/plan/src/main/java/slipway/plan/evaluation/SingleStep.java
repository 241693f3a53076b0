package slipway.plan.evaluation;

import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;
import slipway.plan.training.GemmTimeModel;

/** The step time of eager PyTorch on one H200: the longer of device time and kernel launches, blended. */
final class SingleStep {

    /** Bytes per second of the memory, as copies reach it. */
    private static final double BANDWIDTH = 4.25e12;

    private static final double MICRO = 1e-6;

    private final FittedCoefficients c;
    private final GemmTimeModel gemmTimeModel;

    SingleStep(FitSource fitSource, GemmTimeModel gemmTimeModel) {
        this.c = fitSource.coefficients("single.tsv");
        this.gemmTimeModel = gemmTimeModel;
    }

    double seconds(SingleRun run) {
        double device = run.shape().layers() * layer(run) + outputLayer(run) + optimizerStep(run);
        return Math.pow(Math.pow(device, 4) + Math.pow(launches(run), 4), 0.25);
    }

    private double layer(SingleRun run) {
        double recompute = run.recompute() ? c.of("recompute") : 0;
        return (3 + recompute) * matrixProducts(run)
                + (3.5 + recompute) * attention(run)
                + (2.7 + recompute) * memoryPasses(run);
    }

    private double matrixProducts(SingleRun run) {
        SingleRun.Shape shape = run.shape();
        double h = shape.hidden();
        double kv = shape.keyWidth();
        double wide = (1 + shape.gated()) * shape.ffn();
        double project = 2 * h * (2 * h + 2 * kv) * pair(run, h + 2 * kv, h);
        double mlp = 2 * (2 + shape.gated()) * h * shape.ffn() * pair(run, wide, shape.ffn());
        return c.of("gemm") * run.tokens() * (project + mlp);
    }

    private double pair(SingleRun run, double n, double k) {
        return gemmTimeModel.pair(
                1, run.tokens(), new GemmTimeModel.Widths(run.shape().hidden(), n, k));
    }

    private double attention(SingleRun run) {
        return 2
                * run.tokens()
                * run.seq()
                * run.shape().hidden()
                / (gemmTimeModel.rate() * c.of("attention"));
    }

    private double memoryPasses(SingleRun run) {
        SingleRun.Shape shape = run.shape();
        double width =
                c.of("hidden") * shape.hidden() + c.of("inner") * (1 + shape.gated()) * shape.ffn();
        return 2 * run.tokens() * width / BANDWIDTH * (run.mixedPrecision() ? c.of("mixed") : 1);
    }

    private double outputLayer(SingleRun run) {
        SingleRun.Shape shape = run.shape();
        double operations = 2 * run.tokens() * shape.hidden() * shape.vocabulary();
        return 3
                        * c.of("gemm")
                        * gemmTimeModel.seconds(
                                operations, run.tokens(), shape.vocabulary(), shape.hidden())
                + c.of("logits") * run.tokens() * shape.vocabulary() / BANDWIDTH;
    }

    private double optimizerStep(SingleRun run) {
        double p = run.parameters();
        if (!run.mixedPrecision()) {
            return c.of("update") * p * 14 / BANDWIDTH;
        }
        return (c.of("update") * 28 + c.of("cast") * (run.recompute() ? 2 : 1)) * p / BANDWIDTH;
    }

    private double launches(SingleRun run) {
        double recompute = run.recompute() ? 1 + c.of("launch_again") : 1;
        double mixed = run.mixedPrecision() ? c.of("launch_mixed") : 1;
        return run.shape().layers() * c.of("launch") * MICRO * recompute * mixed
                + c.of("fixed") / 1e3;
    }
}
