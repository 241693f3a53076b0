package slipway.plan.serving;

/**
 * The rates of an accelerator for serving.
 *
 * @param name the name in measured tables, else the catalog's
 * @param bf16 peak in TFLOP/s; 0 where the accelerator has no units for this format
 * @param memory in gigabytes
 * @param bandwidth of that memory, in gigabytes a second
 */
record ServingAccelerator(
        String name, double bf16, double fp8, double fp4, double memory, double bandwidth) {

    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;

    /** Operations per second with weights in this format. */
    double peak(WeightFormat weightFormat) {
        return TERA
                * switch (weightFormat) {
                    case SIXTEEN -> bf16;
                    case EIGHT -> fp8 > 0 ? fp8 : bf16;
                    case FOUR -> fp4 > 0 ? fp4 : bf16;
                };
    }

    boolean computes(WeightFormat weightFormat) {
        return switch (weightFormat) {
            case SIXTEEN -> bf16 > 0;
            case EIGHT -> fp8 > 0;
            // Without units for four bits, weights are stored in four bits and multiplied in
            // sixteen.
            case FOUR -> bf16 > 0;
        };
    }

    double bytes() {
        return memory * GIGA;
    }

    double bytesPerSecond() {
        return bandwidth * GIGA;
    }
}
