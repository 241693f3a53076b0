/**
 * The routes of the audit log: its seals and its proofs.
 *
 * <p>Words: a <em>seal</em> is the log's signed head; an <em>inclusion proof</em> leads from one entry to the root of a
 * seal; a <em>consistency proof</em> shows that a later log only added to an earlier one.
 *
 * <p>Front door: {@link slipway.surface.audit.api.AuditRoutes}.
 *
 * <p>Invariant: what is given here can be checked without asking the server again.
 */
@NullMarked
package slipway.surface.audit.api;

import org.jspecify.annotations.NullMarked;
