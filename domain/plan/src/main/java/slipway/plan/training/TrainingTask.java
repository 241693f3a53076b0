package slipway.plan.training;

import slipway.catalog.Architecture;

/**
 * What is to be trained.
 *
 * @param tokens it sees in all
 * @param seq tokens of a sequence
 * @param global sequences of a step
 */
public record TrainingTask(
        ModelShape shape,
        double tokens,
        double seq,
        double global,
        GemmDtype dtype,
        Tuning tuning) {

    /** Which weights are trained. */
    public enum Tuning {
        /** All of them. */
        FULL,
        /** Small matrices beside them. */
        LORA,
        /** The same, with the weights themselves in four bits. */
        QLORA
    }

    private static final double LITTLE = 0.12;

    public TrainingTask {
        if (!(tokens >= 1 && seq >= 1 && global >= 1) || Double.isInfinite(tokens)) {
            throw new IllegalArgumentException("A task has tokens, in steps of sequences");
        }
    }

    /** Of a model in the catalog. */
    public static TrainingTask of(
            Architecture model, Amount amount, GemmDtype gemmDtype, Tuning tuning) {
        return new TrainingTask(
                ModelShapes.of(model), amount.tokens, amount.seq, amount.global, gemmDtype, tuning);
    }

    /**
     * How much is to be seen.
     *
     * @param seq tokens of a sequence
     * @param global sequences of a step
     */
    public record Amount(double tokens, double seq, double global) {}

    /**
     * With steps that so many copies can share evenly, if that changes them by little; so 504 sequences instead of 512
     * for 24 accelerators.
     */
    public TrainingTask shared(int copies) {
        double even = Math.max(1, Math.rint(global / copies)) * copies;
        boolean little = Math.abs(even / global - 1) <= LITTLE;
        return little ? new TrainingTask(shape, tokens, seq, even, dtype, tuning) : this;
    }

    /** As much of it as one step: the same however many steps there are. */
    public TrainingTask ofOneStep() {
        return new TrainingTask(shape, tokensOfStep(), seq, global, dtype, tuning);
    }

    public double tokensOfStep() {
        return seq * global;
    }

    /** Weights of the model. */
    public long parameters() {
        return Math.round(LayerFlops.of(shape, seq).parameters(shape));
    }

    public double steps() {
        return Math.ceil(tokens / tokensOfStep());
    }

    boolean trainsAdapters() {
        return tuning != Tuning.FULL;
    }
}
