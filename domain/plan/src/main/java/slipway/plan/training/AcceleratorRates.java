package slipway.plan.training;

/**
 * What one accelerator can do, as the model reckons with it.
 *
 * @param generation the name that neighbours are compared by: {@code H100}
 * @param bf16 its peak in millions of millions of operations a second; 0 where it has no units for such numbers
 * @param memory in gigabytes
 * @param bandwidth of that memory, in gigabytes a second
 * @param up gigabytes a second, one way, to those that share the fast link
 * @param out the same over the network
 * @param domain so many share the fast link
 * @param pace of its matrix products, as a share of what kernels were measured to do on others like it
 */
public record AcceleratorRates(
        String name,
        String generation,
        double bf16,
        double fp8,
        double fp4,
        double memory,
        double bandwidth,
        double up,
        double out,
        double domain,
        double pace) {

    /** At the pace of others like it. */
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

    /** The same with another network, in gigabytes a second. */
    AcceleratorRates reaching(double other) {
        return new AcceleratorRates(
                name, generation, bf16, fp8, fp4, memory, bandwidth, up, other, domain, pace);
    }

    /** The same where matrix products and memory do so many times what was reckoned with. */
    AcceleratorRates delivering(double products, double memoryRate) {
        return new AcceleratorRates(
                name,
                generation,
                bf16,
                fp8,
                fp4,
                memory,
                bandwidth * memoryRate,
                up,
                out,
                domain,
                pace * products);
    }

    ChipGeneration chip() {
        return ChipGeneration.of(generation);
    }

    double peak(GemmDtype gemmDtype) {
        return switch (gemmDtype) {
            case BFLOAT16 -> bf16;
            case FP8 -> fp8 > 0 ? fp8 : bf16;
            case NVFP4 -> fp4 > 0 ? fp4 : fp8 > 0 ? fp8 : bf16;
        };
    }

    /** The part that is held to 500 W reaches less of what the same kernels do elsewhere. */
    double clock() {
        return name.contains("500W") ? 0.82 * pace : pace;
    }
}
