/**
 * The commands for the server's own parts, and for webhooks.
 *
 * <p>Terms: as in {@code slipway.surface.system.api}.
 *
 * <p>Entry points: {@link slipway.surface.system.commands.ReaderCommands}, {@link
 * slipway.surface.system.commands.WebhookCommands}.
 *
 * <p>Invariant: a command that loses events asks for confirmation; the secret of a webhook is printed once, alone on
 * the standard output, when it is made.
 */
@NullMarked
package slipway.surface.system.commands;

import org.jspecify.annotations.NullMarked;
