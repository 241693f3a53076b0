/**
 * The audit log as people look at it: how it stands, what happened, and the proof of any entry.
 *
 * <p>Words: those of {@link slipway.guard.audit} and {@link slipway.server.web}. An entry is <em>in a seal</em>,
 * <em>waits</em> for the next one, or tells that somebody was <em>refused</em>.
 *
 * <p>Front door: {@link slipway.surface.audit.server.AuditPages}.
 *
 * <p>Invariant: what is green was verified for this very page; nothing is believed because it was stored.
 */
@NullMarked
package slipway.surface.audit.server;

import org.jspecify.annotations.NullMarked;
