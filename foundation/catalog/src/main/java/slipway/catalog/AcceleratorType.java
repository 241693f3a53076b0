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
 * One type of accelerator, by the vendor's data sheet. Unpublished figures are empty.
 *
 * @param type the name in specs: {@code H100-PCIe}
 * @param family the name by which a spec accepts any type of the family: {@code H100}
 * @param formFactor form factor: {@code SXM}, {@code PCIe}, {@code OAM}, {@code chip}
 * @param year year of availability
 * @param memory nominal capacity
 * @param bandwidth memory bandwidth per second
 * @param peaks peak dense TFLOP/s by number format
 * @param measuredPeaks fastest published measurement, in TFLOP/s; known for few types
 * @param link interconnect to other accelerators of the machine
 * @param linkedCount number of accelerators on that link; 1 without a link
 * @param watts maximum power, as delivered
 * @param listPrice price at launch
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
                    "An accelerator needs a type and its figures: " + type);
        }
        peaks = sorted(peaks);
        measuredPeaks = sorted(measuredPeaks);
    }

    /** Peak dense TFLOP/s in this format; empty when the type does not support it. */
    public OptionalDouble teraflops(Precision format) {
        Double peak = peaks.get(format);
        return peak == null ? OptionalDouble.empty() : OptionalDouble.of(peak);
    }

    /** The higher of the BF16 and FP16 peaks, the usual figure for comparing types. */
    public int teraflops() {
        double peak =
                Math.max(teraflops(Precision.BF16).orElse(0), teraflops(Precision.FP16).orElse(0));
        return (int) Math.max(1, peak);
    }

    /** EnumMap needs its key type, which an empty map does not provide. */
    private static Map<Precision, Double> sorted(Map<Precision, Double> speeds) {
        var sorted = new EnumMap<Precision, Double>(Precision.class);
        sorted.putAll(speeds);
        return Collections.unmodifiableMap(sorted);
    }

    /** A MIG instance of this type: a number of compute slices with dedicated memory. */
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
