/**
 * The nodes as the scheduler sees them. The engine discovers nodes and reports foreign jobs on them; users drain nodes;
 * and a node that had capacity by the plan but kept an attempt queued is excluded for a while. {@link
 * slipway.run.nodes.NodeInventory} combines these.
 *
 * <p>Invariant: no two placements on a node hold the same accelerator. Which accelerator a foreign job holds does not
 * matter, because a shared engine counts accelerators and does not number them; how many it holds does.
 */
@NullMarked
package slipway.run.nodes;

import org.jspecify.annotations.NullMarked;
