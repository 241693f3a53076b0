/**
 * The cluster: every accelerator or processor slot in its place with what it does, and each node with who runs there.
 *
 * <p>Words: those of {@link slipway.run} and {@link slipway.server.web.part.AcceleratorMap}; a <em>slot</em> is a processor
 * where there are no accelerators; <em>samples</em> are what an attempt was measured to take, moment by moment.
 *
 * <p>Front door: {@link slipway.server.web.cluster.ClusterPages}; {@link slipway.server.web.cluster.UsageSamples} reads what
 * was measured for other pages too.
 *
 * <p>Invariant: what was not measured is not called used or idle.
 */
@NullMarked
package slipway.server.web.cluster;

import org.jspecify.annotations.NullMarked;
