package slipway.catalog;

import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;

/**
 * A machine type that can be rented or that a team owns. Unknown properties are empty.
 *
 * @param provider the provider; {@code own} for a purchased machine
 * @param type of its accelerators, as in the catalog
 */
public record MachineType(
        String provider,
        String name,
        String type,
        int accelerators,
        Host host,
        Optional<Network> network,
        String source) {

    public MachineType {
        if (provider.isBlank() || name.isBlank() || type.isBlank() || accelerators < 1) {
            throw new IllegalArgumentException("A machine has a name and accelerators: " + name);
        }
    }

    /**
     * The machine without its accelerators.
     *
     * @param cpus as the provider counts them, usually threads
     * @param disk local disk, lost with the machine
     */
    public record Host(OptionalInt cpus, Optional<Bytes> memory, Optional<Bytes> disk) {}

    /** Network ports to other machines. */
    public record Network(Interconnect link, int ports) {

        public Network {
            if (ports < 1) {
                throw new IllegalArgumentException("A network has ports: " + ports);
            }
        }

        /** Bytes per second in one direction, of all ports together. */
        public Bytes bandwidthPerDirection() {
            return link.bandwidthPerDirection().times(ports);
        }
    }
}
