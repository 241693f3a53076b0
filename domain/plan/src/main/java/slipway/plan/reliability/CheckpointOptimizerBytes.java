package slipway.plan.reliability;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;

/** Bytes of a checkpoint for each weight, by optimizer. */
public enum CheckpointOptimizerBytes {
    /** 16-bit weights, 32-bit master weights, two 32-bit moments. */
    ADAM(2, 4, 8),
    /** Adam with 8-bit moments. */
    ADAM_8BIT(2, 4, 2),
    /** Everything in 16 bits without master weights. */
    ADAM_BF16(2, 0, 4),
    /** Adam's bytes with one moment. */
    LION(2, 4, 4),
    /** Adam's bytes with one moment for nearly all weights. */
    MUON(2, 4, 4),
    /** As Adam, with one moment. */
    SGD(2, 4, 4),
    /** Adam's bytes; of the moments only rows and columns are stored. */
    ADAFACTOR(2, 4, 0);

    private final int weights;
    private final int copies;
    private final int moments;

    CheckpointOptimizerBytes(int weights, int copies, int moments) {
        this.weights = weights;
        this.copies = copies;
        this.moments = moments;
    }

    /** The name that people write: {@code adam-8bit}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<CheckpointOptimizerBytes> find(String word) {
        return Arrays.stream(values()).filter(it -> it.label().equalsIgnoreCase(word)).findFirst();
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(CheckpointOptimizerBytes::label).toList();
    }

    /** The size of a checkpoint, part by part. */
    public CheckpointSize checkpoint(long parameters) {
        return new CheckpointSize(
                new Bytes(parameters).times(weights),
                new Bytes(parameters).times(copies),
                new Bytes(parameters).times(moments));
    }

    /**
     * @param masterWeights 32-bit copies of the weights
     * @param moments the optimizer's moments
     */
    public record CheckpointSize(Bytes weights, Bytes masterWeights, Bytes moments) {

        public Bytes total() {
            return weights.plus(masterWeights).plus(moments);
        }
    }
}
