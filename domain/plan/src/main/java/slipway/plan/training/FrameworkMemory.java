package slipway.plan.training;

import slipway.plan.table.BundledTable;
import slipway.plan.table.FittedCoefficients;

/**
 * How a framework holds a model.
 *
 * @param weight bytes of a weight; the two others of its gradient and of what the optimizer keeps of it, master copies
 *     included
 * @param kept activations kept over those of the model of one accelerator
 * @param loss bytes for each entry of the vocabulary when the loss is taken
 * @param reserved over what is used, where the framework's own peak counts what the allocator reserves
 */
record FrameworkMemory(
        double weight,
        double gradient,
        double optimizer,
        double kept,
        double loss,
        double reserved) {

    private static final FittedCoefficients ONE = BundledTable.coefficients("memory.tsv");
    private static final FittedCoefficients MANY = BundledTable.coefficients("held.tsv");

    private static final double LOGITS = ONE.of("logits");

    static FrameworkMemory of(FrameworkFamily frameworkFamily) {
        return switch (frameworkFamily) {
            case TUNE -> new FrameworkMemory(2, 2, 4, MANY.of("tune"), LOGITS, 1);
            case LITGPT -> new FrameworkMemory(2, 2, 4, 1, LOGITS, 1);
            case TITAN ->
                    new FrameworkMemory(4, 4, 8, 1, MANY.of("titan_loss"), MANY.of("reserved"));
            case FSDP -> new FrameworkMemory(4, 4, 8, MANY.of("foundry"), MANY.of("fused_loss"), 1);
            case TPU -> new FrameworkMemory(4, 4, 8, 1, LOGITS, 1);
            case ZERO3 -> new FrameworkMemory(2, 2, 12, 1, LOGITS, 1);
            case BRIDGE, MEGATRON, NEMO, MLPERF, META, OTHER ->
                    new FrameworkMemory(2, 4, 12, 1, LOGITS, 1);
        };
    }

    static double coefficient(String name) {
        return MANY.of(name);
    }

    /** Of the model of one accelerator, which holds here too. */
    static double shared(String name) {
        return ONE.of(name);
    }
}
