/**
 * The audit log over HTTP: how it stands, its seals, and its proofs.
 *
 * <p>Words: those of {@link slipway.guard.audit}.
 *
 * <p>Front door: {@link slipway.server.api.audit.AuditHandlers}.
 *
 * <p>Invariant: everything given here can be checked without this server.
 */
@NullMarked
package slipway.server.api.audit;

import org.jspecify.annotations.NullMarked;
