package slipway.plan.serving;

/**
 * An accelerator as serving sees it.
 *
 * @param name as measured tables call it; the catalog's where it was never measured
 * @param bf16 its peak in millions of millions of operations a second; 0 where it has no units for such numbers
 * @param memory in gigabytes
 * @param bandwidth of that memory, in gigabytes a second
 */
record ServingAccelerator(
        String name, double bf16, double fp8, double fp4, double memory, double bandwidth) {

    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;

    /** Operations a second with weights of this size. */
    double peak(WeightFormat weightFormat) {
        double eight = fp8 > 0 ? fp8 : bf16;
        return TERA
                * switch (weightFormat) {
                    case SIXTEEN -> bf16;
                    case EIGHT -> eight;
                    case FOUR -> fp4 > 0 ? fp4 : eight;
                };
    }

    boolean computes(WeightFormat weightFormat) {
        return switch (weightFormat) {
            case SIXTEEN -> bf16 > 0;
            case EIGHT -> fp8 > 0;
            // Where there are no units for four bits they are only kept so, and multiplied in
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
