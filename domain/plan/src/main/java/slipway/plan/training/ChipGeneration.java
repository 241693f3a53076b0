package slipway.plan.training;

import java.util.Locale;

/** Generations of accelerators that share coefficients. */
enum ChipGeneration {
    AMPERE,
    HOPPER,
    BLACKWELL,
    TPU,
    REST;

    static ChipGeneration of(String generation) {
        return switch (generation) {
            case "A100", "V100", "RTX-A6000" -> AMPERE;
            case "H100", "H200", "H800" -> HOPPER;
            case "B200", "B300", "GB200", "GB300" -> BLACKWELL;
            default -> generation.contains("TPU") ? TPU : REST;
        };
    }

    /** The name of the coefficient for matrix products in this format. */
    String gemmCoefficient(GemmDtype gemmDtype) {
        String name = "gemm_" + name().toLowerCase(Locale.ROOT);
        return this == HOPPER || this == BLACKWELL ? name + "_" + gemmDtype.label() : name;
    }
}
