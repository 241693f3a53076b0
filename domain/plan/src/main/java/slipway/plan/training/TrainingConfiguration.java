package slipway.plan.training;

import java.util.List;
import java.util.Map;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * A complete training configuration: shape of the model, rates of the accelerator, method, layout and batch.
 *
 * @param release of the software, in years since 2020
 * @param assumed columns that were not stated and had to be assumed: micro-batch or recomputation
 */
public record TrainingConfiguration(
        ModelShape shape,
        AcceleratorRates rates,
        TrainingMethod method,
        ParallelLayout layout,
        TrainingBatch batch,
        double release,
        List<String> assumed) {

    public TrainingConfiguration {
        assumed = List.copyOf(assumed);
    }

    LayerFlops layerFlops() {
        return LayerFlops.of(shape, batch.seq());
    }

    /** Micro-batches of a step (gradient accumulation steps). Halves round to even, as in the fit. */
    double microBatches() {
        return Math.max(1, Math.rint(batch.globalBatch() / (layout.dp() * batch.microBatch())));
    }

    /** Tokens of a micro-batch on one rank. */
    double tokensPerMicroBatch() {
        return batch.microBatch() * batch.seq() / layout.cp();
    }

    /** Tokens of a step per accelerator. */
    public double tokensPerStep() {
        return microBatches()
                * batch.microBatch()
                * layout.dp()
                * batch.seq()
                / layout.accelerators();
    }

    /** The peak memory of the fullest accelerator, by what occupies it. */
    public MemoryBreakdown memoryBreakdown() {
        TrainingMemory trainingMemory = memory();
        return trainingMemory.breakdown(
                batch.microBatch(), batch.recomputeFraction(), microBatches());
    }

    /** The peak memory of the fullest accelerator, with its interval. */
    public Estimate<Bytes> peakMemory() {
        return memory().peakEstimate(memoryBreakdown());
    }

    /** Whether the peak fits, and which changes make it fit. */
    public MemoryVerdict verdict() {
        return memory().verdict(this);
    }

    TrainingMemory memory() {
        var trainingMemory = new TrainingMemory(shape, rates, method, layout, batch.seq());
        return batch.recompute() == TrainingBatch.Recompute.SELECTIVE
                ? trainingMemory.withSelectiveRecompute()
                : trainingMemory;
    }

    TrainingConfiguration with(TrainingBatch other) {
        return new TrainingConfiguration(shape, rates, method, layout, other, release, assumed);
    }

    TrainingConfiguration with(TrainingMethod other) {
        return new TrainingConfiguration(shape, rates, other, layout, batch, release, assumed);
    }

    TrainingConfiguration with(ParallelLayout other) {
        return new TrainingConfiguration(shape, rates, method, other, batch, release, assumed);
    }

    /** One line for people: {@code FSDP full shard over 16, no recompute, 1 x 8,192 tokens per accelerator, bf16}. */
    public String describe() {
        return new SetUpDescription(this).text();
    }

    /** The parameters that a launcher needs, by name. */
    public Map<String, Long> parameters() {
        return new SetUpDescription(this).parameters();
    }
}
