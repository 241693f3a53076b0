package slipway.catalog;

/**
 * Accelerators that a job gets together.
 *
 * @param type by the catalog's name, or by that of a family
 */
public record AcceleratorSet(String type, int perNode, int nodes) {

    public AcceleratorSet {
        if (perNode < 1 || nodes < 1) {
            throw new IllegalArgumentException(
                    "A job gets accelerators: " + perNode + ", " + nodes);
        }
    }

    public int accelerators() {
        return Math.multiplyExact(perNode, nodes);
    }
}
