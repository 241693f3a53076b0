/**
 * Commands that learn from what runs on a server, so that plans rest on more than papers: measuring machines, trying a
 * job, and calibrating.
 *
 * <p>Front doors: the commands themselves; {@code slipway plan} lists them.
 *
 * <p>Invariant: what a command would change for everybody it shows first, or asks for by name.
 */
@NullMarked
package slipway.surface.plan.commands.evidence;

import org.jspecify.annotations.NullMarked;
