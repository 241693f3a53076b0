package slipway.catalog;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import slipway.base.Bytes;
import slipway.base.Money;

/**
 * One type of accelerator, as its maker describes it. What is not published is empty.
 *
 * @param type what a spec says: {@code H100-PCIe}
 * @param family a spec that names it takes any type of the family: {@code H100}
 * @param formFactor how it is built in: {@code SXM}, {@code PCIe}, {@code OAM}, {@code chip}
 * @param year when it could first be had
 * @param memory as on the label
 * @param bandwidth of that memory, in a second
 * @param peaks dense matrix products by number format, in millions of millions a second
 * @param measuredPeaks the fastest that anybody measured, in the same unit; few formats of few types
 * @param link how it reaches its neighbours in the same machine
 * @param linkedCount so many are joined by that link; 1 when none is
 * @param watts the most it draws, as delivered
 * @param listPrice what one cost when it came out
 */
public record AcceleratorType(
        String type,
        String family,
        String formFactor,
        int year,
        Bytes memory,
        Bytes bandwidth,
        Map<Precision, Double> peaks,
        Map<Precision, Double> measuredPeaks,
        Optional<Interconnect> link,
        int linkedCount,
        OptionalInt watts,
        Optional<Money> listPrice) {

    public AcceleratorType {
        if (type.isBlank() || family.isBlank() || peaks.isEmpty() || linkedCount < 1) {
            throw new IllegalArgumentException(
                    "An accelerator has a type and its figures: " + type);
        }
        peaks = sorted(peaks);
        measuredPeaks = sorted(measuredPeaks);
    }

    /** Dense products in this format, in millions of millions a second; empty when it has no units for it. */
    public OptionalDouble teraflops(Precision format) {
        Double peak = peaks.get(format);
        return peak == null ? OptionalDouble.empty() : OptionalDouble.of(peak);
    }

    /** With 16-bit numbers, whichever of the two kinds it is faster in: what people compare types by. */
    public int teraflops() {
        double peak =
                Math.max(teraflops(Precision.BF16).orElse(0), teraflops(Precision.FP16).orElse(0));
        return (int) Math.max(1, peak);
    }

    /** An empty map does not say of which enum it is, and EnumMap asks it. */
    private static Map<Precision, Double> sorted(Map<Precision, Double> speeds) {
        var sorted = new EnumMap<Precision, Double>(Precision.class);
        sorted.putAll(speeds);
        return Collections.unmodifiableMap(sorted);
    }

    /** A part of it, as MIG makes them: so many of so many slices, with memory of its own. */
    AcceleratorType slice(String name, Bytes ofMemory, int slices, int all) {
        var less = new EnumMap<Precision, Double>(Precision.class);
        peaks.forEach((format, peak) -> less.put(format, peak * slices / all));
        return new AcceleratorType(
                name,
                name,
                formFactor,
                year,
                ofMemory,
                new Bytes(bandwidth.count() / all * slices),
                less,
                Map.of(),
                Optional.empty(),
                1,
                watts.isEmpty()
                        ? watts
                        : OptionalInt.of(Math.max(1, watts.getAsInt() * slices / all)),
                Optional.empty());
    }
}
