package slipway.plan.training;

import java.util.List;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * The verdict on memory: whether the peak fits, by how much, and which changes make it fit.
 *
 * @param usable memory of the accelerator that a program can use
 * @param changes single changes of which each makes it fit, the cheapest first; empty where it fits
 */
public record MemoryVerdict(
        Estimate<Bytes> peak, Bytes usable, MemoryBreakdown breakdown, List<Change> changes) {

    public MemoryVerdict {
        changes = List.copyOf(changes);
    }

    /** Whether the expected peak fits. */
    public boolean fits() {
        return peak.value().compareTo(usable) <= 0;
    }

    /** Whether the whole interval is on one side of the limit. */
    public boolean isCertain() {
        return fits() ? peak.high().compareTo(usable) <= 0 : peak.low().compareTo(usable) > 0;
    }

    /** The margin: bytes free, or bytes missing when negative. */
    public Estimate<Margin> margin() {
        return new Estimate<>(
                marginOver(peak.value()),
                marginOver(peak.high()),
                marginOver(peak.low()),
                peak.grounds());
    }

    private Margin marginOver(Bytes used) {
        return new Margin(usable.count() - used.count());
    }

    /** Free bytes; negative where bytes are missing. */
    public record Margin(long bytes) implements Comparable<Margin> {

        @Override
        public int compareTo(Margin other) {
            return Long.compare(bytes, other.bytes);
        }
    }

    /**
     * @param what what to change, as text: {@code recompute 12 of 32 layers}
     * @param peak the expected peak after the change
     */
    public record Change(String what, Bytes peak) {}
}
