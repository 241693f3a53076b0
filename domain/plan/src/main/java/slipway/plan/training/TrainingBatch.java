package slipway.plan.training;

/**
 * The batch of one training step, and how much activation recomputation it uses.
 *
 * @param seq tokens of a sequence
 * @param microBatch sequences of a micro-batch on one rank
 * @param recomputeFraction activation recomputation (checkpointing): the share of layers whose forward pass runs again
 *     in the backward pass
 * @param memoryFill peak memory over the nominal memory of the accelerator
 */
record TrainingBatch(
        double seq,
        double microBatch,
        double globalBatch,
        Recompute recompute,
        double recomputeFraction,
        double memoryFill) {

    /**
     * The same batch with another micro-batch. The memory fill is not recomputed; the same holds for the next method.
     */
    TrainingBatch with(double microBatch) {
        return new TrainingBatch(
                seq, microBatch, globalBatch, recompute, recomputeFraction, memoryFill);
    }

    TrainingBatch with(Recompute recompute, double share) {
        return new TrainingBatch(seq, microBatch, globalBatch, recompute, share, memoryFill);
    }

    /** The stated kind of recomputation. */
    enum Recompute {
        NONE,
        SELECTIVE,
        FULL,
        UNSTATED;

        static Recompute of(String word) {
            return switch (word) {
                case "none" -> NONE;
                case "selective" -> SELECTIVE;
                case "full" -> FULL;
                default -> UNSTATED;
            };
        }

        double featureValue() {
            return switch (this) {
                case SELECTIVE -> 1;
                case FULL -> 2;
                case NONE, UNSTATED -> 0;
            };
        }
    }
}
