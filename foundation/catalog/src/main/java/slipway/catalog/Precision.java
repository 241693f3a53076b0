package slipway.catalog;

import java.util.Locale;

/** A number format of matrix products; each has a separate speed. */
public enum Precision {
    FP32,
    /** 32 bits in memory, 19 of them used in the product. */
    TF32,
    BF16,
    FP16,
    FP8,
    INT8,
    /** Half a byte, not counting the scale that a block of them shares. */
    FP4;

    /** The name in files and texts: {@code bf16}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
