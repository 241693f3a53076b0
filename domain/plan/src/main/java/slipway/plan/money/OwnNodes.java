package slipway.plan.money;

import slipway.base.Money;

/**
 * Equal nodes of a cluster that is there already, as somebody who plans may have them: any number of them, or a part
 * of one.
 *
 * @param type of their accelerators, as the catalog calls it
 * @param perNode accelerators in each
 * @param count so many nodes there are
 * @param perHour what an hour of one accelerator is counted at
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
