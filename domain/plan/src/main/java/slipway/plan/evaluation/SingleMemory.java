package slipway.plan.evaluation;

import java.util.stream.DoubleStream;
import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;

/**
 * The peak of PyTorch's allocator on one H200, and whether it fits. Gradients grow while activations shrink, both
 * linearly, so the peak is at one of a few moments.
 */
final class SingleMemory {

    static final double GIB = 1L << 30;

    /** Bytes that PyTorch sees of an H200. */
    private static final double TOTAL = 139.8 * GIB;

    /** Fragmentation loses this share of one more block of the largest size, the logits in 32 bits. */
    private static final double FRAGMENT_SHARE = 0.95;

    private final FittedCoefficients c;

    SingleMemory(FitSource fitSource) {
        this.c = fitSource.coefficients("memory.tsv");
    }

    /** The peak in bytes. */
    double peak(SingleRun run) {
        return moments(run).max().orElseThrow() + c.of("fixed") * GIB;
    }

    boolean fits(SingleRun run) {
        double fragments = FRAGMENT_SHARE * 4 * run.tokens() * run.shape().vocabulary();
        return peak(run) + fragments + c.of("context") * GIB <= TOTAL;
    }

    private DoubleStream moments(SingleRun run) {
        SingleRun.Shape shape = run.shape();
        double p = run.parameters();
        double states = (run.mixedPrecision() ? 12 : 6) * p;
        double gradients = (run.mixedPrecision() ? 4 : 2) * p;
        double cast = run.mixedPrecision() ? 2 * p - 2 * shape.vocabulary() * shape.hidden() : 0;
        double edges = shape.layers() * (run.mixedPrecision() ? 4 : 2) * shape.hidden();
        double logits = c.of("logits") * shape.vocabulary();
        double tokens = run.tokens();
        if (!run.recompute()) {
            return DoubleStream.of(
                    states + cast + tokens * (shape.layers() * layerActivations(run) + logits),
                    states + gradients);
        }
        return DoubleStream.of(
                states + tokens * (edges + logits),
                states + cast + tokens * (edges + c.of("loss") * shape.vocabulary()),
                states + tokens * (edges + 1.5 * layerActivations(run)),
                states + gradients);
    }

    /** Bytes of one token in one layer that are kept for the backward pass. */
    private double layerActivations(SingleRun run) {
        SingleRun.Shape shape = run.shape();
        double inner = c.of(shape.gated() > 0 ? "inner_gated" : "inner_plain") * shape.ffn();
        double bytes = c.of("hidden") * shape.hidden() + c.of("keys") * shape.keyWidth() + inner;
        return run.mixedPrecision() ? bytes * c.of("mixed") : bytes;
    }
}
