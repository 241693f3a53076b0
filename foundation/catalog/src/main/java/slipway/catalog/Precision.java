package slipway.catalog;

import java.util.Locale;

/** A number format of matrix products; each has a separate speed. */
public enum Precision {
    FP32(4),
    /** 32 bits in memory, 19 of them used in the product. */
    TF32(4),
    BF16(2),
    FP16(2),
    FP8(1),
    INT8(1),
    /** Half a byte, not counting the scale that a block of them shares. */
    FP4(0.5);

    private final double bytes;

    Precision(double bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one number in memory. */
    public double bytes() {
        return bytes;
    }

    /** The name in files and texts: {@code bf16}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
