/**
 * Follows pilots: jobs that only show how fast they are.
 *
 * <p>Words: a <em>pilot</em> runs the real script for some steps; a <em>verdict</em> says why it is ended, because it
 * has shown enough or because it shows nothing.
 *
 * <p>Front door: {@link slipway.run.observe.PilotMonitor}.
 *
 * <p>A step of a small job takes some hundredths of a second, and a look at all workloads comes every five seconds. So
 * the file in which a pilot says how far it is is read twenty times a second, and the time of a step is the time that
 * this file bears: it is right to some thousandths of a second, whatever the reader does meanwhile.
 *
 * <p>Invariant: what is followed is told of once, and never before it has shown as many steps as were asked.
 */
@NullMarked
package slipway.run.observe;

import org.jspecify.annotations.NullMarked;
