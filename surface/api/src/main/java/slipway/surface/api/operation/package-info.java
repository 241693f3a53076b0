/**
 * The routes of operations, which every slice starts and the slice of the system shows.
 *
 * <p>Terms: an <em>operation</em> is long work of the server, such as the verification of the audit log.
 *
 * <p>Entry point: {@link slipway.surface.api.operation.OperationRoutes}.
 *
 * <p>Invariant: the routes are data; they contain no behavior.
 */
@NullMarked
package slipway.surface.api.operation;

import org.jspecify.annotations.NullMarked;
