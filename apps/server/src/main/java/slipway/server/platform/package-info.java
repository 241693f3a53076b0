/**
 * The running platform: all modules wired by hand, started in order and stopped in reverse order.
 *
 * <p>Terms: <em>maintenance tasks</em> run periodically; <em>remarks</em> are settings that contradict the current
 * teams.
 *
 * <p>Entry point: {@link slipway.server.platform.Platform}.
 *
 * <p>Invariant: a platform that reports ready can write, and a clean stop is recorded in the journal.
 */
@NullMarked
package slipway.server.platform;

import org.jspecify.annotations.NullMarked;
