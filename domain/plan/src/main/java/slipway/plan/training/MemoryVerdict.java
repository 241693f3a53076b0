package slipway.plan.training;

import java.util.List;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * Whether memory suffices, by how much, and what to change where it does not.
 *
 * @param room what a program may hold of the accelerator's memory
 * @param changes each of which makes it fit, the cheapest first; empty where it fits
 */
public record MemoryVerdict(
        Estimate<Bytes> peak, Bytes room, MemoryBreakdown parts, List<Change> changes) {

    public MemoryVerdict {
        changes = List.copyOf(changes);
    }

    /** Whether the expected peak fits. */
    public boolean fits() {
        return peak.value().compareTo(room) <= 0;
    }

    /** Whether the whole interval is on the same side as the expected peak. */
    public boolean isSure() {
        return fits() ? peak.high().compareTo(room) <= 0 : peak.low().compareTo(room) > 0;
    }

    /** What is left over, or what is missing. */
    public Estimate<Margin> margin() {
        return new Estimate<>(
                left(peak.value()), left(peak.high()), left(peak.low()), peak.grounds());
    }

    private Margin left(Bytes held) {
        return new Margin(room.count() - held.count());
    }

    /**
     * Bytes that are left over; fewer than none where some are missing.
     */
    public record Margin(long bytes) implements Comparable<Margin> {

        @Override
        public int compareTo(Margin other) {
            return Long.compare(bytes, other.bytes);
        }
    }

    /**
     * @param what to do, in words: {@code recompute 12 of 32 layers}
     * @param peak that would be left to expect
     */
    public record Change(String what, Bytes peak) {}
}
