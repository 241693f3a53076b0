package slipway.plan.training;

/**
 * The rates of one accelerator that the physical model uses.
 *
 * @param generation the name that measured neighbors are compared by: {@code H100}
 * @param bf16 peak in TFLOP/s; 0 where the accelerator has no units for this format
 * @param memory in gigabytes
 * @param bandwidth of that memory, in gigabytes a second
 * @param scaleUp gigabytes per second, one way, of the scale-up link (NVLink, ICI) of one accelerator
 * @param scaleOut gigabytes per second, one way, of the network (scale-out) of one accelerator
 * @param scaleUpDomain how many accelerators share the scale-up link
 * @param gemmScale rate of matrix products relative to what kernels of this generation reached; 1 unless measured here
 */
public record AcceleratorRates(
        String name,
        String generation,
        double bf16,
        double fp8,
        double fp4,
        double memory,
        double bandwidth,
        double scaleUp,
        double scaleOut,
        double scaleUpDomain,
        double gemmScale) {

    /** Rates without a correction of matrix products. */
    public AcceleratorRates(
            String name,
            String generation,
            double bf16,
            double fp8,
            double fp4,
            double memory,
            double bandwidth,
            double up,
            double out,
            double domain) {
        this(name, generation, bf16, fp8, fp4, memory, bandwidth, up, out, domain, 1);
    }

    /** The same accelerator with another network rate, in gigabytes per second. */
    AcceleratorRates withScaleOut(double other) {
        return new AcceleratorRates(
                name,
                generation,
                bf16,
                fp8,
                fp4,
                memory,
                bandwidth,
                scaleUp,
                other,
                scaleUpDomain,
                gemmScale);
    }

    /** The same accelerator with measured rates: factors of matrix products and of memory bandwidth. */
    AcceleratorRates scaledBy(double products, double memoryRate) {
        return new AcceleratorRates(
                name,
                generation,
                bf16,
                fp8,
                fp4,
                memory,
                bandwidth * memoryRate,
                scaleUp,
                scaleOut,
                scaleUpDomain,
                gemmScale * products);
    }

    ChipGeneration chip() {
        return ChipGeneration.of(generation);
    }

    double peak(GemmDtype gemmDtype) {
        return switch (gemmDtype) {
            case BFLOAT16 -> bf16;
            case FP8 -> fp8 > 0 ? fp8 : bf16;
            // Without such units, weights are unpacked and multiplied in sixteen bits.
            case NVFP4 -> fp4 > 0 ? fp4 : bf16;
        };
    }

    /** The part whose power is limited to 500 W reaches a lower clock with the same kernels. */
    double clockScale() {
        return name.contains("500W") ? 0.82 * gemmScale : gemmScale;
    }
}
