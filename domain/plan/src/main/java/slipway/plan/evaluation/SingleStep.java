package slipway.plan.evaluation;

import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;
import slipway.plan.training.GemmTimeModel;

/** The time of a step of eager PyTorch on one H200: what the device does or what the host launches takes longer. */
final class SingleStep {

    /** Of its memory, as copies reach it. */
    private static final double BANDWIDTH = 4.25e12;

    private static final double MICRO = 1e-6;

    private final FittedCoefficients c;
    private final GemmTimeModel gemmTimeModel;

    SingleStep(FitSource fitSource, GemmTimeModel gemmTimeModel) {
        this.c = fitSource.coefficients("single.tsv");
        this.gemmTimeModel = gemmTimeModel;
    }

    double seconds(SingleRun run) {
        double device = run.layers() * layer(run) + head(run) + update(run);
        return Math.pow(Math.pow(device, 4) + Math.pow(host(run), 4), 0.25);
    }

    private double layer(SingleRun run) {
        double again = run.again() ? c.of("recompute") : 0;
        return (3 + again) * products(run)
                + (3.5 + again) * core(run)
                + (2.7 + again) * passes(run);
    }

    private double products(SingleRun run) {
        double h = run.hidden();
        double kv = run.keys();
        double wide = (1 + run.gated()) * run.ffn();
        double project = 2 * h * (2 * h + 2 * kv) * pair(run, h + 2 * kv, h);
        double mlp = 2 * (2 + run.gated()) * h * run.ffn() * pair(run, wide, run.ffn());
        return c.of("gemm") * run.tokens() * (project + mlp);
    }

    private double pair(SingleRun run, double n, double k) {
        return gemmTimeModel.pair(1, run.tokens(), new GemmTimeModel.Sides(run.hidden(), n, k));
    }

    private double core(SingleRun run) {
        return 2
                * run.tokens()
                * run.seq()
                * run.hidden()
                / (gemmTimeModel.rate() * c.of("attention"));
    }

    private double passes(SingleRun run) {
        double width =
                c.of("hidden") * run.hidden() + c.of("inner") * (1 + run.gated()) * run.ffn();
        return 2 * run.tokens() * width / BANDWIDTH * (run.mixed() ? c.of("mixed") : 1);
    }

    private double head(SingleRun run) {
        double operations = 2 * run.tokens() * run.hidden() * run.vocabulary();
        return 3
                        * c.of("gemm")
                        * gemmTimeModel.seconds(
                                operations, run.tokens(), run.vocabulary(), run.hidden())
                + c.of("logits") * run.tokens() * run.vocabulary() / BANDWIDTH;
    }

    private double update(SingleRun run) {
        double p = run.parameters();
        if (!run.mixed()) {
            return c.of("update") * p * 14 / BANDWIDTH;
        }
        return (c.of("update") * 28 + c.of("cast") * (run.again() ? 2 : 1)) * p / BANDWIDTH;
    }

    private double host(SingleRun run) {
        double again = run.again() ? 1 + c.of("launch_again") : 1;
        double mixed = run.mixed() ? c.of("launch_mixed") : 1;
        return run.layers() * c.of("launch") * MICRO * again * mixed + c.of("fixed") / 1e3;
    }
}
