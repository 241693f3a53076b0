/**
 * Commands that improve plans by evidence from a server: acceptance tests of machines, pilots, and the calibration of
 * estimates.
 *
 * <p>Terms: those of {@link slipway.evidence}.
 *
 * <p>Entry points: the commands that {@code slipway plan} lists.
 *
 * <p>Invariant: a command that changes the plans of all users shows the change first, or needs an explicit option.
 */
@NullMarked
package slipway.surface.plan.commands.evidence;

import org.jspecify.annotations.NullMarked;
