/**
 * The routes of the audit log, its seals and its proofs.
 *
 * <p>Terms: a <em>seal</em> is the log's signed head; an <em>inclusion proof</em> leads from one entry to the root of a
 * seal; a <em>consistency proof</em> shows that a later log only added to an earlier one.
 *
 * <p>Entry point: {@link slipway.surface.audit.api.AuditRoutes}.
 *
 * <p>Invariant: every seal and proof can be verified without the server.
 */
@NullMarked
package slipway.surface.audit.api;

import org.jspecify.annotations.NullMarked;
