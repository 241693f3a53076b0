package slipway.run.engine;

import java.util.List;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node;

/**
 * A node as the engine discovered it.
 *
 * @param node what the scheduler sees of it
 * @param devices its accelerators; bit i of a placement's mask is the i-th of them. Empty if CPU slots are assigned
 *   instead
 * @param tier how attempts are sandboxed and limited on it, in words
 */
public record DiscoveredNode(Node node, List<Device> devices, String tier) {

    public DiscoveredNode {
        devices = List.copyOf(devices);
    }

    /**
     * One accelerator.
     *
     * @param index the driver's number, in the order of the bus
     * @param uuid the identifier that stays the same when the numbers change
     * @param type the name in the catalog
     */
    public record Device(int index, String uuid, String type, Bytes memory) {}
}
