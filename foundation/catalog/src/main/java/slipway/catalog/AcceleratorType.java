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
 * @param memory nominal capacity
 * @param bandwidth memory bandwidth per second
 * @param watts maximum power, as delivered
 */
public record AcceleratorType(
        String type,
        String family,
        Release release,
        Bytes memory,
        Bytes bandwidth,
        Peaks peaks,
        Fabric fabric,
        OptionalInt watts) {

    public AcceleratorType {
        if (type.isBlank() || family.isBlank() || peaks.rated().isEmpty()) {
            throw new IllegalArgumentException(
                    "An accelerator needs a type and its figures: " + type);
        }
    }

    /**
     * The product as released by the vendor.
     *
     * @param formFactor {@code SXM}, {@code PCIe}, {@code OAM}, {@code chip}
     * @param year year of availability
     * @param listPrice price at launch
     */
    public record Release(String formFactor, int year, Optional<Money> listPrice) {}

    /**
     * Dense TFLOP/s by number format.
     *
     * @param rated by the data sheet
     * @param measured fastest published measurement; known for few types
     */
    public record Peaks(Map<Precision, Double> rated, Map<Precision, Double> measured) {

        public Peaks {
            rated = sorted(rated);
            measured = sorted(measured);
        }

        /** EnumMap needs its key type, which an empty map does not provide. */
        private static Map<Precision, Double> sorted(Map<Precision, Double> speeds) {
            var sorted = new EnumMap<Precision, Double>(Precision.class);
            sorted.putAll(speeds);
            return Collections.unmodifiableMap(sorted);
        }
    }

    /**
     * The accelerators of a machine that are connected directly.
     *
     * @param link the interconnect; empty without one
     * @param size number of accelerators on that link; 1 without a link
     */
    public record Fabric(Optional<Interconnect> link, int size) {

        public static final Fabric NONE = new Fabric(Optional.empty(), 1);

        public Fabric {
            if (size < 1) {
                throw new IllegalArgumentException("A fabric connects accelerators: " + size);
            }
        }
    }

    /** Peak dense TFLOP/s in this format; empty when the type does not support it. */
    public OptionalDouble teraflops(Precision format) {
        Double peak = peaks.rated().get(format);
        return peak == null ? OptionalDouble.empty() : OptionalDouble.of(peak);
    }

    /** The higher of the BF16 and FP16 peaks, the usual figure for comparing types. */
    public int teraflops() {
        double peak =
                Math.max(teraflops(Precision.BF16).orElse(0), teraflops(Precision.FP16).orElse(0));
        return (int) Math.max(1, peak);
    }

    /** A MIG instance of this type: a number of compute slices with dedicated memory. */
    AcceleratorType slice(String name, Bytes ofMemory, int slices, int all) {
        var less = new EnumMap<Precision, Double>(Precision.class);
        peaks.rated().forEach((format, peak) -> less.put(format, peak * slices / all));
        return new AcceleratorType(
                name,
                name,
                new Release(release.formFactor(), release.year(), Optional.empty()),
                ofMemory,
                new Bytes(bandwidth.count() / all * slices),
                new Peaks(less, Map.of()),
                Fabric.NONE,
                watts.isEmpty()
                        ? watts
                        : OptionalInt.of(Math.max(1, watts.getAsInt() * slices / all)));
    }
}
