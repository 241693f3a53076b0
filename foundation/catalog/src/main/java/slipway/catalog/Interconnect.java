package slipway.catalog;

import java.time.Duration;
import java.util.Locale;
import slipway.base.Bytes;

/**
 * How accelerators reach each other.
 *
 * @param name {@code NVLink4}, {@code InfiniBand-NDR}
 * @param bandwidthPerDirection bytes a second in one direction, of one accelerator or one port, before any protocol
 * @param latency the least that a tiny message takes
 */
public record Interconnect(String name, Kind kind, Bytes bandwidthPerDirection, Duration latency) {

    /** What sort of link; within a machine the first three, between machines the others. */
    public enum Kind {
        NVLINK,
        PCIE,
        /** Another maker's own link: xGMI, ICI, NeuronLink. */
        FABRIC,
        INFINIBAND,
        ROCE,
        ETHERNET,
        EFA;

        /** As files write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Interconnect {
        if (name.isBlank() || bandwidthPerDirection.count() < 1 || latency.isNegative()) {
            throw new IllegalArgumentException("A link has a name and a speed: " + name);
        }
    }
}
