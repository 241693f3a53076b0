/**
 * Handlers and pages of the audit log and of events: state, entries, proofs and downloads.
 *
 * <p>Terms: those of {@link slipway.audit}. An entry is <em>sealed</em>, <em>pending</em> until the next seal, or
 * <em>refused</em> if it records a refused request.
 *
 * <p>Entry points: {@link slipway.surface.audit.server.AuditPages}, {@link slipway.surface.audit.server.EventPages}.
 *
 * <p>Invariant: a green mark means that the state was verified for this page, not read from storage.
 */
@NullMarked
package slipway.surface.audit.server;

import org.jspecify.annotations.NullMarked;
