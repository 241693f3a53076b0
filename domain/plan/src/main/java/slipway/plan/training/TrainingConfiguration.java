package slipway.plan.training;

import java.util.List;
import java.util.Map;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * A training run with nothing left open.
 *
 * @param release of the software, in years since 2020
 * @param assumed which of micro-batch and recompute nobody stated
 */
public record TrainingConfiguration(
        ModelShape shape,
        AcceleratorRates rates,
        TrainingMethod manner,
        ParallelLayout layout,
        TrainingBatch batch,
        double release,
        List<String> assumed) {

    public TrainingConfiguration {
        assumed = List.copyOf(assumed);
    }

    LayerFlops work() {
        return LayerFlops.of(shape, batch.seq());
    }

    /** Micro-batches of a step. Half is rounded to even, as in the fit. */
    double micros() {
        return Math.max(1, Math.rint(batch.global() / (layout.data() * batch.micro())));
    }

    /** Tokens of a micro-batch on one rank. */
    double tokens() {
        return batch.micro() * batch.seq() / layout.context();
    }

    /** Tokens of a step for each accelerator. */
    public double tokensOfStep() {
        return micros() * batch.micro() * layout.data() * batch.seq() / layout.all();
    }

    /** What the fullest accelerator holds when it holds most. */
    public MemoryBreakdown parts() {
        TrainingMemory trainingMemory = memory();
        return trainingMemory.parts(batch.micro(), batch.again(), micros());
    }

    /** The same as a sum, with its interval. */
    public Estimate<Bytes> held() {
        return memory().held(parts());
    }

    /** What may be held, in bytes. */
    public Bytes room() {
        return new Bytes(Math.round(memory().room() * 1e9));
    }

    /** Whether an accelerator can hold it, and what to change where not. */
    public MemoryVerdict verdict() {
        return memory().verdict(this);
    }

    TrainingMemory memory() {
        var trainingMemory = new TrainingMemory(shape, rates, manner, layout, batch.seq());
        return batch.stated() == TrainingBatch.Recompute.SELECTIVE
                ? trainingMemory.choosing()
                : trainingMemory;
    }

    TrainingConfiguration with(TrainingBatch other) {
        return new TrainingConfiguration(shape, rates, manner, layout, other, release, assumed);
    }

    TrainingConfiguration with(TrainingMethod other) {
        return new TrainingConfiguration(shape, rates, other, layout, batch, release, assumed);
    }

    TrainingConfiguration with(ParallelLayout other) {
        return new TrainingConfiguration(shape, rates, manner, other, batch, release, assumed);
    }

    /** In words, as {@code FSDP full shard over 16, no recompute, 1 x 8,192 tokens per accelerator, bf16}. */
    public String words() {
        return new SetUpWords(this).line();
    }

    /** The numbers that a launcher needs, by name. */
    public Map<String, Long> numbers() {
        return new SetUpWords(this).numbers();
    }
}
