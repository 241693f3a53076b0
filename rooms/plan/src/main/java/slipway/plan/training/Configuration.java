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
public record Configuration(
        Shape shape,
        Rates rates,
        Manner manner,
        Layout layout,
        Batch batch,
        double release,
        List<String> assumed) {

    public Configuration {
        assumed = List.copyOf(assumed);
    }

    Work work() {
        return Work.of(shape, batch.seq());
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
    public Parts parts() {
        Memory trainingMemory = memory();
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
    public Verdict verdict() {
        return memory().verdict(this);
    }

    Memory memory() {
        var trainingMemory = new Memory(shape, rates, manner, layout, batch.seq());
        return batch.stated() == Batch.Recompute.SELECTIVE
                ? trainingMemory.choosing()
                : trainingMemory;
    }

    Configuration with(Batch other) {
        return new Configuration(shape, rates, manner, layout, other, release, assumed);
    }

    Configuration with(Manner other) {
        return new Configuration(shape, rates, other, layout, batch, release, assumed);
    }

    Configuration with(Layout other) {
        return new Configuration(shape, rates, manner, other, batch, release, assumed);
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
