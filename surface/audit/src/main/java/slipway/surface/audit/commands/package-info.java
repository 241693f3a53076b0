/**
 * The audit log of a server on the command line: how it stands, what is in it, its seals, and proofs.
 *
 * <p>Words: those of the audit log; an <em>entry</em> is an event that the log proves.
 *
 * <p>Front door: {@link slipway.surface.audit.commands.AuditCommands}.
 *
 * <p>Invariant: nothing here has to be believed: what is shown can be checked without the server, by
 * {@code slipway audit check-proof} and {@code verify}.
 */
@NullMarked
package slipway.surface.audit.commands;

import org.jspecify.annotations.NullMarked;
