/**
 * Long work of the server: what may take longer than a request. An operation has progress, can be cancelled, and keeps
 * its result for thirty days.
 *
 * <p>Terms: a <em>task</em> does the work of an operation, on a thread of this module; <em>progress</em> counts a unit
 * of it; an operation that was active when the server stopped is <em>interrupted</em>.
 *
 * <p>Entry point: {@link slipway.operation.Operations}.
 *
 * <p>Invariant: an operation that was accepted never disappears before its retention; it ends in exactly one of three
 * states.
 */
@NullMarked
package slipway.operation;

import org.jspecify.annotations.NullMarked;
