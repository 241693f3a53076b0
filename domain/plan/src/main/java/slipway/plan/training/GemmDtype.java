package slipway.plan.training;

import java.util.Locale;

/** Number formats of matrix products (GEMMs) for which kernel tables exist. */
public enum GemmDtype {
    BFLOAT16,
    FP8,
    NVFP4;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param precision as a table states it, or empty
     */
    static GemmDtype of(String precision, String generation) {
        String text = precision.toLowerCase(Locale.ROOT);
        if (text.contains("nvfp4")) {
            return NVFP4;
        }
        // Scaling by row was no faster than bf16 when the rows that use it were measured.
        boolean byRow = text.contains("rowwise");
        boolean eight = text.contains("fp8") || (text.isEmpty() && generation.equals("Gaudi2"));
        return eight && !byRow ? FP8 : BFLOAT16;
    }
}
