package slipway.plan.reliability;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;

/** What a checkpoint holds for each weight, by how the model is trained, in bytes. */
public enum CheckpointOptimizerBytes {
    /** 16-bit weights, 32-bit copies of them, two 32-bit moments. */
    ADAM(2, 4, 8),
    /** As Adam, the moments in eight bits. */
    ADAM_8BIT(2, 4, 2),
    /** Everything in 16 bits and no copies. */
    ADAM_BF16(2, 0, 4),
    /** As Adam, with one moment. */
    LION(2, 4, 4),
    /** As Adam, with one moment for nearly all weights. */
    MUON(2, 4, 4),
    /** As Adam, with one moment. */
    SGD(2, 4, 4),
    /** As Adam; of its moments only rows and columns are kept. */
    ADAFACTOR(2, 4, 0);

    private final int weights;
    private final int copies;
    private final int moments;

    CheckpointOptimizerBytes(int weights, int copies, int moments) {
        this.weights = weights;
        this.copies = copies;
        this.moments = moments;
    }

    /** As people write it: {@code adam-8bit}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<CheckpointOptimizerBytes> named(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equalsIgnoreCase(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(CheckpointOptimizerBytes::word).toList();
    }

    /** What is saved of a model, part by part. */
    public Saved saved(long parameters) {
        return new Saved(
                new Bytes(parameters).times(weights),
                new Bytes(parameters).times(copies),
                new Bytes(parameters).times(moments));
    }

    /**
     * @param copies of the weights, with more digits
     * @param moments what the optimizer remembers of earlier steps
     */
    public record Saved(Bytes weights, Bytes copies, Bytes moments) {

        public Bytes all() {
            return weights.plus(copies).plus(moments);
        }
    }
}
