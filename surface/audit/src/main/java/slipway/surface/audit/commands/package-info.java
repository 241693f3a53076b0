/**
 * Commands for the audit log of a server: its state, entries, seals and proofs.
 *
 * <p>Terms: an <em>entry</em> is an event in the audit log.
 *
 * <p>Entry point: {@link slipway.surface.audit.commands.AuditCommands}.
 *
 * <p>Invariant: all output can be verified without the server, by {@code slipway audit check-proof} and {@code verify}.
 */
@NullMarked
package slipway.surface.audit.commands;

import org.jspecify.annotations.NullMarked;
