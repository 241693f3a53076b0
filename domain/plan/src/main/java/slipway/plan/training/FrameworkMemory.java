package slipway.plan.training;

import slipway.plan.table.BundledTable;
import slipway.plan.table.FittedCoefficients;

/**
 * Bytes that a framework needs for each weight, and factors of its activations, logits and allocator.
 *
 * @param weightBytes bytes of a weight
 * @param activationFactor activations relative to those of the single-accelerator model
 * @param lossBytes bytes for each entry of the vocabulary and token while the loss is computed
 * @param reservedFactor reserved over used memory, where the framework reports the peak of the allocator's reservations
 */
record FrameworkMemory(
        double weightBytes,
        double gradientBytes,
        double optimizerBytes,
        double activationFactor,
        double lossBytes,
        double reservedFactor) {

    private static final FittedCoefficients SINGLE = BundledTable.coefficients("memory.tsv");
    private static final FittedCoefficients MULTIPLE = BundledTable.coefficients("held.tsv");

    private static final double LOGITS = SINGLE.of("logits");

    static FrameworkMemory of(FrameworkFamily frameworkFamily) {
        return switch (frameworkFamily) {
            case TUNE -> new FrameworkMemory(2, 2, 4, MULTIPLE.of("tune"), LOGITS, 1);
            case LITGPT -> new FrameworkMemory(2, 2, 4, 1, LOGITS, 1);
            case TITAN ->
                    new FrameworkMemory(
                            4, 4, 8, 1, MULTIPLE.of("titan_loss"), MULTIPLE.of("reserved"));
            case FSDP ->
                    new FrameworkMemory(
                            4, 4, 8, MULTIPLE.of("foundry"), MULTIPLE.of("fused_loss"), 1);
            case TPU -> new FrameworkMemory(4, 4, 8, 1, LOGITS, 1);
            case ZERO3 -> new FrameworkMemory(2, 2, 12, 1, LOGITS, 1);
            case BRIDGE -> new FrameworkMemory(2, 4, 12, 1, MULTIPLE.of("fused_loss"), 1);
            case MEGATRON, NEMO, MLPERF, META, OTHER -> new FrameworkMemory(2, 4, 12, 1, LOGITS, 1);
        };
    }

    static double coefficient(String name) {
        return MULTIPLE.of(name);
    }

    /** A coefficient of the single-accelerator model, which also holds here. */
    static double shared(String name) {
        return SINGLE.of(name);
    }
}
