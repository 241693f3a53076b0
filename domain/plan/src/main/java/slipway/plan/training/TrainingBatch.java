package slipway.plan.training;

/**
 * The batch of one training step, and how much activation recomputation it uses.
 *
 * @param seq tokens of a sequence
 * @param micro sequences of a micro-batch
 * @param again recomputation: the share of layers whose forward pass runs again in the backward pass
 * @param full what an accelerator holds at most, over what it is said to have
 */
record TrainingBatch(
        double seq, double micro, double global, Recompute stated, double again, double full) {

    /** How full it is then is not reckoned anew; the same holds for the next. */
    TrainingBatch with(double microBatch) {
        return new TrainingBatch(seq, microBatch, global, stated, again, full);
    }

    TrainingBatch with(Recompute recompute, double share) {
        return new TrainingBatch(seq, micro, global, recompute, share, full);
    }

    /** What a row says of recomputing. */
    enum Recompute {
        NONE,
        SELECTIVE,
        FULL,
        UNSAID;

        static Recompute of(String word) {
            return switch (word) {
                case "none" -> NONE;
                case "selective" -> SELECTIVE;
                case "full" -> FULL;
                default -> UNSAID;
            };
        }

        double number() {
            return switch (this) {
                case SELECTIVE -> 1;
                case FULL -> 2;
                case NONE, UNSAID -> 0;
            };
        }
    }
}
