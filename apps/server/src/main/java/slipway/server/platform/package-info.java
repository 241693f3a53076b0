/**
 * The platform as it runs: every room wired by hand, started in order and stopped in the opposite one.
 *
 * <p>Words: the <em>platform</em> is the running whole; <em>upkeep</em> is what it does by itself from time to time.
 *
 * <p>Front door: {@link slipway.server.platform.Platform}.
 *
 * <p>Invariant: a platform that says it is ready can write, and one that was stopped in order says so at the next
 * start.
 */
@NullMarked
package slipway.server.platform;

import org.jspecify.annotations.NullMarked;
