package slipway.catalog;

import java.time.Duration;
import java.util.Locale;
import slipway.base.Bytes;

/**
 * A link between accelerators.
 *
 * @param name {@code NVLink4}, {@code InfiniBand-NDR}
 * @param bandwidthPerDirection raw bytes per second in one direction, of one accelerator or one port
 * @param latency latency of the smallest message
 */
public record Interconnect(String name, Kind kind, Bytes bandwidthPerDirection, Duration latency) {

    /** The kind of link: the first three within a machine, the others between machines. */
    public enum Kind {
        NVLINK,
        PCIE,
        /** Another vendor's link: xGMI, ICI, NeuronLink. */
        FABRIC,
        INFINIBAND,
        ROCE,
        ETHERNET,
        EFA;

        /** The name in files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Interconnect {
        if (name.isBlank() || bandwidthPerDirection.count() < 1 || latency.isNegative()) {
            throw new IllegalArgumentException("A link needs a name and a speed: " + name);
        }
    }
}
