/**
 * What there is to run on, as the scheduler is to see it. The engine tells of nodes, and of what strangers hold there
 * where it is shared with them; people drain nodes; and a node that promised room and then let an attempt wait is
 * left out for a while. {@link slipway.run.nodes.NodeInventory} puts these together. {@link
 * slipway.run.observe.PendingLaunches}
 * keeps an eye on attempts that the engine lets wait, {@link slipway.run.observe.GpuFaults} tells which nodes are
 * broken.
 *
 * <p>Its one promise: no two of those that it pictures on a node hold the same accelerator. Which one exactly a
 * stranger holds does not matter, for an engine that is shared counts and does not number; how many does.
 */
@NullMarked
package slipway.run.nodes;

import org.jspecify.annotations.NullMarked;
