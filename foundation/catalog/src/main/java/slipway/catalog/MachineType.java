package slipway.catalog;

import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;

/**
 * A machine that can be rented, or a sort that teams own. What is not known is empty.
 *
 * @param provider who rents it out; {@code own} for what one buys
 * @param type of its accelerators, as in the catalog
 * @param cpus as the provider counts them, usually threads
 * @param disk local, and gone with the machine
 */
public record MachineType(
        String provider,
        String name,
        String type,
        int accelerators,
        OptionalInt cpus,
        Optional<Bytes> memory,
        Optional<Bytes> disk,
        Optional<Network> network,
        String source) {

    public MachineType {
        if (provider.isBlank() || name.isBlank() || type.isBlank() || accelerators < 1) {
            throw new IllegalArgumentException("A machine has a name and accelerators: " + name);
        }
    }

    /** The ports that lead to other machines. */
    public record Network(Interconnect link, int ports) {

        public Network {
            if (ports < 1) {
                throw new IllegalArgumentException("A network has ports: " + ports);
            }
        }

        /** Bytes a second in one direction, all ports together. */
        public Bytes bandwidthPerDirection() {
            return link.bandwidthPerDirection().times(ports);
        }
    }
}
