package slipway.plan.evaluation;

import java.util.stream.DoubleStream;
import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;

/**
 * The peak of PyTorch's allocator on one H200, and whether that fits. Gradients grow while activations shrink, both
 * linearly, so that the peak is at one of a few moments.
 */
final class SingleMemory {

    static final double GIB = 1L << 30;

    /** What PyTorch sees of an H200. */
    private static final double TOTAL = 139.8 * GIB;

    /** So much of one more block as large as the largest, the logits in 32 bits, is lost to fragments. */
    private static final double FRAGMENT = 0.95;

    private final FittedCoefficients c;

    SingleMemory(FitSource fitSource) {
        this.c = fitSource.coefficients("memory.tsv");
    }

    /** In bytes. */
    double peak(SingleRun run) {
        return moments(run).max().orElseThrow() + c.of("fixed") * GIB;
    }

    boolean fits(SingleRun run) {
        double fragments = FRAGMENT * 4 * run.tokens() * run.vocabulary();
        return peak(run) + fragments + c.of("context") * GIB <= TOTAL;
    }

    private DoubleStream moments(SingleRun run) {
        double p = run.parameters();
        double held = (run.mixed() ? 12 : 6) * p;
        double gradients = (run.mixed() ? 4 : 2) * p;
        double cast = run.mixed() ? 2 * p - 2 * run.vocabulary() * run.hidden() : 0;
        double edges = run.layers() * (run.mixed() ? 4 : 2) * run.hidden();
        double logits = c.of("logits") * run.vocabulary();
        double tokens = run.tokens();
        if (!run.again()) {
            return DoubleStream.of(
                    held + cast + tokens * (run.layers() * kept(run) + logits), held + gradients);
        }
        return DoubleStream.of(
                held + tokens * (edges + logits),
                held + cast + tokens * (edges + c.of("loss") * run.vocabulary()),
                held + tokens * (edges + 1.5 * kept(run)),
                held + gradients);
    }

    /** Bytes of a token in a layer, kept for the backward pass. */
    private double kept(SingleRun run) {
        double inner = c.of(run.gated() > 0 ? "inner_gated" : "inner_plain") * run.ffn();
        double bytes = c.of("hidden") * run.hidden() + c.of("keys") * run.keys() + inner;
        return run.mixed() ? bytes * c.of("mixed") : bytes;
    }
}
