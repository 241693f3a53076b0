package slipway.spec.workload;

import java.util.Optional;
import slipway.base.Bytes;

/**
 * The resources of each node of the gang.
 *
 * @param cpus empty: the share of the node that belongs to the requested accelerators
 * @param memory empty: the share of the node, likewise
 */
public record ResourceSpec(
        AcceleratorRequest accelerators, Optional<Cpus> cpus, Optional<Memory> memory) {

    public static final ResourceSpec DEFAULT =
            new ResourceSpec(AcceleratorRequest.NONE, Optional.empty(), Optional.empty());

    /**
     * Processors.
     *
     * @param thousandths 500 is half a processor
     * @param orMore written {@code 16+}: more will be used where there are more
     */
    public record Cpus(int thousandths, boolean orMore) {

        public Cpus {
            if (thousandths < 1) {
                throw new IllegalArgumentException("Processors are more than none");
            }
        }
    }

    /**
     * @param orMore written {@code 64GB+}: more will be used where there is more
     */
    public record Memory(Bytes bytes, boolean orMore) {

        public Memory {
            if (bytes.count() < 1) {
                throw new IllegalArgumentException("Memory is more than none");
            }
        }
    }
}
