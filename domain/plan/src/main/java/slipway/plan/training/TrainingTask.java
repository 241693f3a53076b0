package slipway.plan.training;

import slipway.catalog.Architecture;

/**
 * A training task: a model, the tokens to train on, the batch and the method.
 *
 * @param tokens tokens to train on, in total
 * @param seq tokens of a sequence
 * @param globalBatch sequences of a step
 */
public record TrainingTask(
        ModelShape shape,
        double tokens,
        double seq,
        double globalBatch,
        GemmDtype dtype,
        Tuning tuning) {

    /** Which weights are trained. */
    public enum Tuning {
        /** All weights. */
        FULL,
        /** Low-rank adapters; the weights are frozen. */
        LORA,
        /** Low-rank adapters over weights in four bits. */
        QLORA
    }

    private static final double MAX_CHANGE = 0.12;

    public TrainingTask {
        if (!(tokens >= 1 && seq >= 1 && globalBatch >= 1) || Double.isInfinite(tokens)) {
            throw new IllegalArgumentException("A task has tokens, in steps of sequences");
        }
    }

    /** A task for a model of the catalog. */
    public static TrainingTask of(
            Architecture model, Amount amount, GemmDtype gemmDtype, Tuning tuning) {
        return new TrainingTask(
                ModelShapes.of(model),
                amount.tokens,
                amount.seq,
                amount.globalBatch,
                gemmDtype,
                tuning);
    }

    /**
     * The amount of training.
     *
     * @param seq tokens of a sequence
     * @param globalBatch sequences of a step
     */
    public record Amount(double tokens, double seq, double globalBatch) {}

    /**
     * The same task with a global batch that the replicas divide evenly, if that changes it by little: 504 sequences
     * instead of 512 for 24 accelerators.
     */
    public TrainingTask withEvenBatch(int copies) {
        double even = Math.max(1, Math.rint(globalBatch / copies)) * copies;
        boolean little = Math.abs(even / globalBatch - 1) <= MAX_CHANGE;
        return little ? new TrainingTask(shape, tokens, seq, even, dtype, tuning) : this;
    }

    /** The same task with one step: the same for any number of steps. */
    public TrainingTask ofOneStep() {
        return new TrainingTask(shape, tokensPerStep(), seq, globalBatch, dtype, tuning);
    }

    public double tokensPerStep() {
        return seq * globalBatch;
    }

    /** Parameters of the model. */
    public long parameters() {
        return Math.round(LayerFlops.of(shape, seq).parameters(shape));
    }

    public double steps() {
        return Math.ceil(tokens / tokensPerStep());
    }

    boolean trainsAdapters() {
        return tuning != Tuning.FULL;
    }
}
