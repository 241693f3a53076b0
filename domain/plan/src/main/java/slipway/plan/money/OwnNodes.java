package slipway.plan.money;

import slipway.base.Money;

/**
 * Equal nodes of the user's cluster. A plan may use any number of them, or a part of one.
 *
 * @param type accelerator type, by the catalog's name
 * @param perNode accelerators of one node
 * @param count number of nodes
 * @param perHour cost of one accelerator for an hour
 */
public record OwnNodes(String type, int perNode, int count, Money perHour) {

    public OwnNodes {
        if (perNode < 1 || count < 1 || perHour.isNegative()) {
            throw new IllegalArgumentException("Nodes have accelerators: " + type);
        }
    }

    public int accelerators() {
        return Math.multiplyExact(perNode, count);
    }
}
