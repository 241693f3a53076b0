package slipway.plan.training;

/**
 * The rates of one accelerator that the physical model uses.
 *
 * @param generation the name that measured neighbors are compared by: {@code H100}
 * @param memory in gigabytes
 * @param bandwidth of that memory, in gigabytes a second
 * @param gemmScale rate of matrix products relative to what kernels of this generation reached; 1 unless measured here
 */
public record AcceleratorRates(
        String name,
        String generation,
        Peaks peaks,
        double memory,
        double bandwidth,
        Links links,
        double gemmScale) {

    /** Rates without a correction of matrix products. */
    public AcceleratorRates(
            String name,
            String generation,
            Peaks peaks,
            double memory,
            double bandwidth,
            Links links) {
        this(name, generation, peaks, memory, bandwidth, links, 1);
    }

    /** The peak of each format in TFLOP/s; 0 where the accelerator has no units for it. */
    public record Peaks(double bf16, double fp8, double fp4) {}

    /**
     * The links of one accelerator, in gigabytes per second, one way.
     *
     * @param scaleUp of the scale-up link (NVLink, ICI)
     * @param scaleOut of the network
     * @param scaleUpDomain how many accelerators share the scale-up link
     */
    public record Links(double scaleUp, double scaleOut, double scaleUpDomain) {}

    /** The same accelerator with another network rate, in gigabytes per second. */
    AcceleratorRates withScaleOut(double other) {
        var changed = new Links(links.scaleUp, other, links.scaleUpDomain);
        return new AcceleratorRates(name, generation, peaks, memory, bandwidth, changed, gemmScale);
    }

    /** The same accelerator with measured rates: factors of matrix products and of memory bandwidth. */
    AcceleratorRates scaledBy(double products, double memoryRate) {
        return new AcceleratorRates(
                name,
                generation,
                peaks,
                memory,
                bandwidth * memoryRate,
                links,
                gemmScale * products);
    }

    ChipGeneration chip() {
        return ChipGeneration.of(generation);
    }

    double peak(GemmDtype gemmDtype) {
        return switch (gemmDtype) {
            case BFLOAT16 -> peaks.bf16;
            case FP8 -> peaks.fp8 > 0 ? peaks.fp8 : peaks.bf16;
            // Without such units, weights are unpacked and multiplied in sixteen bits.
            case NVFP4 -> peaks.fp4 > 0 ? peaks.fp4 : peaks.bf16;
        };
    }

    /** The part whose power is limited to 500 W reaches a lower clock with the same kernels. */
    double clockScale() {
        return name.contains("500W") ? 0.82 * gemmScale : gemmScale;
    }
}
